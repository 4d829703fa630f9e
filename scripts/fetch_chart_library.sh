#!/usr/bin/env bash
# Fetches the chart library of the report, and its licences, from npm. A new version: change it here,
# run this, and read the licences.
#
#   scripts/fetch_chart_library.sh [FOLDER]     into harness/report/vendor, or another folder
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

version=6.0.0
folder=$(realpath -m "${1:-$FAIRWAY_ROOT/harness/report/vendor}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent "echarts@$version" >/dev/null || die "npm cannot fetch echarts $version"
tar xzf "echarts-$version.tgz"
mkdir -p "$folder"
cp package/dist/echarts.common.min.js "$folder/"
cp package/LICENSE "$folder/LICENSE-echarts"
cp package/NOTICE "$folder/NOTICE-echarts"
cp package/licenses/LICENSE-d3 "$folder/LICENSE-d3"
