"""Tests scripts/fetch_datasets.sh with local mirrors of tiny archives."""

import functools
import hashlib
import http.server
import os
import pathlib
import subprocess
import threading
import zipfile

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "fetch_datasets.sh"
MAP = "type octile\nheight 1\nwidth 2\nmap\n..\n"
SCEN = "version 1\n0\ttiny.map\t2\t1\t0\t0\t1\t0\t1\n"


def archive(path, members):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as out:
        for name, text in members.items():
            out.writestr(name, text)


@pytest.fixture
def mirror(tmp_path):
    folder = tmp_path / "mirror"
    archive(folder / "maze" / "maze-map.zip",
            {"maze-map/tiny.map": MAP, "__MACOSX/maze-map/._tiny.map": "x", "readme.txt": "no"})
    archive(folder / "maze" / "maze-scen.zip", {"tiny.map.scen": SCEN})
    return folder


@pytest.fixture
def fetch(tmp_path, mirror):
    def run(*arguments, source=mirror, families=("maze",)):
        environment = {k: v for k, v in os.environ.items() if k != "FAIRWAY_DATASETS"}
        return subprocess.run(
            [SCRIPT, "--mirror", str(source), "--to", tmp_path / "data", "--sums",
             tmp_path / "sums", *arguments, *families],
            env=environment, capture_output=True, text=True, timeout=60)

    (tmp_path / "sums").write_text("# none yet\n")
    return run


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def unpacked(tmp_path):
    return sorted(p.name for p in (tmp_path / "data" / "mazes").glob("[!.]*"))


def test_unknown_sum_is_refused_and_named(fetch, mirror, tmp_path):
    result = fetch()
    assert result.returncode == 1
    assert digest(mirror / "maze" / "maze-map.zip") in result.stderr
    assert "--record" in result.stderr
    assert not (tmp_path / "data" / "mazes").exists()
    assert (tmp_path / "sums").read_text() == "# none yet\n"


def test_recorded_sums_are_checked_afterwards(fetch, mirror, tmp_path):
    result = fetch("--record")
    assert result.returncode == 0, result.stderr
    assert unpacked(tmp_path) == ["tiny.map", "tiny.map.scen"]
    assert (tmp_path / "data" / "mazes" / "tiny.map").read_text() == MAP
    assert f"{digest(mirror / 'maze' / 'maze-map.zip')}  maze-map.zip\n" in (
        tmp_path / "sums").read_text()

    again = fetch()
    assert again.returncode == 0 and "already" in again.stderr

    (tmp_path / "data" / "mazes" / ".fetched").unlink()
    assert fetch().returncode == 0

    (tmp_path / "data" / "mazes" / ".fetched").unlink()
    expected = digest(mirror / "maze" / "maze-scen.zip")
    archive(mirror / "maze" / "maze-scen.zip", {"tiny.map.scen": SCEN + SCEN})
    forged = fetch("--record")
    assert forged.returncode == 1
    assert expected in forged.stderr and digest(mirror / "maze" / "maze-scen.zip") in forged.stderr
    assert (tmp_path / "data" / "mazes" / "tiny.map.scen").read_text() == SCEN


def test_refused_archive_is_kept_for_record(fetch, mirror, tmp_path):
    assert fetch().returncode == 1
    (mirror / "maze" / "maze-map.zip").unlink()
    assert fetch("--record").returncode == 0
    assert unpacked(tmp_path) == ["tiny.map", "tiny.map.scen"]


def test_truncated_archive_is_never_recorded(fetch, mirror, tmp_path):
    path = mirror / "maze" / "maze-map.zip"
    path.write_bytes(path.read_bytes()[:60])
    result = fetch("--record")
    assert result.returncode == 1 and "not a complete zip archive" in result.stderr
    assert (tmp_path / "sums").read_text() == "# none yet\n"
    assert not (tmp_path / "data" / "mazes").exists()


def test_missing_archive_is_named(fetch):
    result = fetch(families=("dao",))
    assert result.returncode == 1 and "dao/dao-map.zip" in result.stderr


def test_flat_mirror(fetch, mirror, tmp_path):
    for file in (mirror / "maze").iterdir():
        file.rename(mirror / file.name)
    assert fetch("--record").returncode == 0
    assert unpacked(tmp_path) == ["tiny.map", "tiny.map.scen"]


@pytest.mark.parametrize("arguments, families, message", [
    ((), ("atlantis",), "unknown family 'atlantis'"),
    (("--frobnicate",), ("maze",), "unknown option"),
    ((), (), "expected the name of at least one family"),
    (("--mirror", "/nonexistent"), ("maze",), "neither a folder nor a URL"),
    (("--mirror",), (), "needs a value"),
])
def test_wrong_usage(fetch, arguments, families, message):
    result = fetch(*arguments, families=families)
    assert result.returncode == 2 and message in result.stderr


class RangeServer(http.server.SimpleHTTPRequestHandler):
    """Serves files. If a request has a range, sends only the rest of the file from its first byte on. Counts the bytes sent."""

    sent = 0

    def do_GET(self):
        body = pathlib.Path(self.translate_path(self.path)).read_bytes()
        start = int((self.headers["Range"] or "bytes=0-")[len("bytes="):-1])
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        self.wfile.write(body[start:])
        RangeServer.sent += len(body) - start

    def log_message(self, *_):
        pass


def test_interrupted_download_resumes(fetch, mirror, tmp_path):
    RangeServer.sent = 0
    handler = functools.partial(RangeServer, directory=mirror)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        maps = (mirror / "maze" / "maze-map.zip").read_bytes()
        part = tmp_path / "data" / ".downloads" / "maze-map.zip.part"
        part.parent.mkdir(parents=True)
        part.write_bytes(maps[:100])
        result = fetch("--record", source=f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    assert result.returncode == 0, result.stderr
    assert unpacked(tmp_path) == ["tiny.map", "tiny.map.scen"]
    whole = len(maps) + (mirror / "maze" / "maze-scen.zip").stat().st_size
    assert RangeServer.sent == whole - 100
    assert not (tmp_path / "data" / ".downloads").exists()
