#!/usr/bin/env bash
# Downloads Moving AI's grid benchmarks by family, and unpacks maps and problems into one folder per family.
#
#   scripts/fetch_datasets.sh [OPTION...] FAMILY...
#
#   FAMILY               dao da2 bg512 sc1 wc3maps512 maze room random street, or all
#   --to DIR             datasets folder (default: $FAIRWAY_DATASETS)
#   --mirror URL_OR_DIR  source of FAMILY/FAMILY-map.zip and FAMILY/FAMILY-scen.zip (default:
#                        https://movingai.com/benchmarks); a folder may also contain the archives directly
#   --record             accept archives without a listed SHA-256, and list them
#   --sums FILE          list of SHA-256 sums (default: scripts/datasets.sha256)
#
# An archive must have its listed sum. Without --record, an unlisted archive is refused. Interrupted downloads resume.
# A family that was fetched before is skipped.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

site=https://movingai.com/benchmarks
to=${FAIRWAY_DATASETS:-}
mirror=$site
sums=$FAIRWAY_ROOT/scripts/datasets.sha256
record=false
families=()

# folder_of FAMILY: prints the folder of a family.
folder_of() {
  case $1 in
  dao | da2 | bg512 | sc1 | wc3maps512 | random) echo "$1" ;;
  maze) echo mazes ;;
  room) echo rooms ;;
  street) echo cities ;;
  *) wrong_usage "unknown family '$1'" ;;
  esac
}

while [[ $# -gt 0 ]]; do
  case $1 in
  --to | --mirror | --sums)
    [[ $# -ge 2 && -n $2 ]] || wrong_usage "$1 needs a value"
    printf -v "${1#--}" '%s' "$2"
    shift
    ;;
  --record) record=true ;;
  -h | --help) usage ;;
  all) families+=(dao da2 bg512 sc1 wc3maps512 maze room random street) ;;
  -*) wrong_usage "unknown option '$1'" ;;
  *)
    folder_of "$1" >/dev/null
    families+=("$1")
    ;;
  esac
  shift
done
[[ ${#families[@]} -gt 0 ]] || wrong_usage "expected the name of at least one family"
[[ -n $to ]] || wrong_usage "no datasets folder: give --to DIR or set FAIRWAY_DATASETS"
[[ $mirror == *://* || -d $mirror ]] || wrong_usage "mirror '$mirror' is neither a folder nor a URL"
mirror=${mirror%/}
[[ -f $sums ]] || $record || die "there is no file $sums, which lists the SHA-256 of each archive"
need_packages curl unzip

cache=$to/.downloads
mkdir -p "$cache" || die "cannot write to $to"

# get FAMILY ARCHIVE: downloads or copies the archive to the cache. An incomplete file is named ARCHIVE.part.
get() {
  local family=$1 archive=$2 part=$cache/$2.part
  [[ ! -f $cache/$archive ]] || return 0
  if [[ $mirror != *://* ]]; then
    local file=$mirror/$family/$archive
    [[ -f $file ]] || file=$mirror/$archive
    [[ -f $file ]] || die "mirror $mirror has neither $family/$archive nor $archive"
    cp "$file" "$part" || die "cannot copy $file into $cache"
  else
    local url=$mirror/$family/$archive
    say "Downloading $url"
    local fetch=(curl --fail --location --silent --show-error --retry 3 --output "$part")
    if ! { [[ -s $part ]] && "${fetch[@]}" --continue-at - "$url"; }; then
      rm -f "$part"
      "${fetch[@]}" "$url" || die "cannot download $url"
    fi
  fi
  mv "$part" "$cache/$archive"
}

# check ARCHIVE: compares the archive in the cache with its listed sum.
check() {
  local archive=$1 expected sum
  expected=$([[ ! -f $sums ]] || awk -v name="$archive" '$2 == name { print $1; exit }' "$sums")
  sum=$(sha256sum "$cache/$archive" | cut -d ' ' -f 1)
  if [[ -n $expected ]]; then
    if [[ $sum != "$expected" ]]; then
      rm "$cache/$archive"
      die "$archive from $mirror has SHA-256 $sum, expected $expected: deleted, nothing unpacked"
    fi
  elif $record; then
    unzip -tqq "$cache/$archive" >/dev/null 2>&1 || refuse_zip "$archive"
    printf '%s  %s\n' "$sum" "$archive" >>"$sums"
    say "Recorded $sum for $archive in $sums: from now on, archives must equal this download"
  else
    die "the SHA-256 of $archive is not listed: the archive from $mirror has $sum." \
      "If you trust it, repeat the command with --record; the archive is in $cache"
  fi
}

refuse_zip() {
  rm "$cache/$1"
  die "$1 from $mirror is not a complete zip archive: deleted, nothing unpacked"
}

# unpack FAMILY: puts the maps and problems of its two archives into its folder.
unpack() {
  local family=$1 folder=$to/$2 fresh=$cache/$1.unpacked part
  rm -rf "$fresh"
  mkdir "$fresh"
  for part in map scen; do
    local archive=$family-$part.zip
    unzip -jqqo "$cache/$archive" "*.$part" -x '__MACOSX/*' -d "$fresh" ||
      refuse_zip "$archive"
  done
  mkdir -p "$folder"
  find "$fresh" -type f -exec mv -f -t "$folder" {} +
  rmdir "$fresh"
}

for family in "${families[@]}"; do
  folder=$(folder_of "$family")
  seal=$to/$folder/.fetched
  if [[ -f $seal ]]; then
    say "$family is in $to/$folder already"
    continue
  fi
  for part in map scen; do
    get "$family" "$family-$part.zip"
    check "$family-$part.zip"
  done
  unpack "$family" "$folder"
  (cd "$cache" && sha256sum "$family-map.zip" "$family-scen.zip") >"$seal"
  rm "$cache/$family-map.zip" "$cache/$family-scen.zip"
  say "$family: $(find "$to/$folder" -name '*.map' | wc -l) maps in $to/$folder"
done
rmdir --ignore-fail-on-non-empty "$cache"
