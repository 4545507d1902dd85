"""Reads the history of coding agents on a host that Localix reaches over SSH.

Localix sends this file to `python3 -I -` on the host's standard input, followed by a call of `main` with one request: JSON in
base64. The answer is the last line of standard output, one JSON document. Exit status: 0 for an answer, 44 where nothing of what was
asked for is there. Python 3.6 or newer, the standard library alone. Nothing is executed, and nothing stays on the host.
"""
import base64
import errno
import fnmatch
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
import zlib

NONE = 44
# Names looked at in all. Far more than any history has.
MOST_LOOKED_AT = 200000
# Times of files in nanoseconds, as far as a date of JavaScript goes; one before 1970 is no time of a session.
LATEST = 8640000000000000000000
# Seconds. Localix gives up a host that says nothing for 15.
SIGN_EVERY = 3


def main(encoded):
    request = json.loads(base64.b64decode(encoded).decode("utf-8"))
    answer = {"list": listed, "read": read, "copy": copied}[request["op"]](request)
    if answer is None:
        sys.exit(NONE)
    sys.stdout.write("\n" + json.dumps(answer) + "\n")
    sys.stdout.flush()


signed_at = [time.monotonic()]


def sign():
    """Says that the work goes on, in a line that is none of the answer. Called wherever it does, so that nothing is said where it stands still."""
    if time.monotonic() - signed_at[0] >= SIGN_EVERY:
        sys.stdout.write("\n")
        sys.stdout.flush()
        signed_at[0] = time.monotonic()


def root_of(holding):
    """The folder that a holding lies in: where its variable says, else below the home folder."""
    home = os.path.expanduser("~")
    moved = os.environ.get(holding.get("variable") or "", "")
    if not moved:
        return os.path.join(home, holding["folder"])
    return os.path.normpath(os.path.join(home, moved, holding.get("below") or ""))


def stamp(status):
    """Size, time of the last write in nanoseconds, and what tells a replaced file from a grown one."""
    return [status.st_size, written(status), "%d:%d" % (status.st_dev, status.st_ino)]


def written(status):
    return min(max(0, status.st_mtime_ns), LATEST)


def listed(request):
    """Every file that a pattern fits, with its stamp; the newest where there are more than the limit."""
    files = []
    budget = [MOST_LOOKED_AT]
    roots = []
    for index, holding in enumerate(request["holdings"]):
        root = root_of(holding)
        roots.append(root)
        for pattern in holding["files"]:
            for path, status in matching(root, "", pattern.split("/"), budget):
                files.append([index, path] + stamp(status))
        for pattern in holding["databases"]:
            for path, status in matching(root, "", pattern.split("/"), budget):
                files.append([index, path] + stamp_of_database(os.path.join(root, path), status))
    if not files:
        return None
    files.sort(key=lambda file: file[3], reverse=True)
    limit = request["limit"]
    return {
        "home": os.path.expanduser("~"),
        "roots": roots,
        "files": files[:limit],
        "left": max(0, len(files) - limit),
        "complete": budget[0] > 0,
    }


def matching(root, below, segments, budget):
    """The files below `root` whose path fits the pattern, a name for each of its segments. Links are followed."""
    folder = os.path.join(root, below) if below else root
    try:
        names = os.listdir(folder) if "*" in segments[0] else [segments[0]]
    except OSError:
        return
    for name in sorted(names):
        if budget[0] <= 0:
            return
        budget[0] -= 1
        sign()
        if not fnmatch.fnmatchcase(name, segments[0]) or not is_text(name):
            continue
        path = below + "/" + name if below else name
        if len(segments) > 1:
            for found in matching(root, path, segments[1:], budget):
                yield found
            continue
        try:
            status = os.stat(os.path.join(root, path))
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode):
            yield path, status


def is_text(name):
    try:
        name.encode("utf-8")
        return True
    except UnicodeEncodeError:
        return False


def stamp_of_database(path, status):
    """With what is still in its log, in which alone a database may change for hours."""
    size, at, identity = stamp(status)
    try:
        log = os.stat(path + "-wal")
    except OSError:
        return [size, at, identity]
    return [size, max(at, written(log)), "%s+%d:%d" % (identity, log.st_ino, log.st_size)]


def read(request):
    """Ranges of files: of each its stamp and the pieces, compressed. Exit 44 where none of the files is there."""
    answers = [read_one(request["holdings"], item) for item in request["items"]]
    if all(answer.get("error") == "ENOENT" for answer in answers):
        return None
    return {"items": answers}


def read_one(holdings, item):
    try:
        path = os.path.join(root_of(holdings[item["root"]]), item["path"])
        # Opening a pipe without this would wait for its writer.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                return {"error": "ENOTSUP"}
            answer = {"stamp": stamp(status)}
            size, _, identity = answer["stamp"]
            # What has only grown since still has the bytes that were asked for.
            if identity != item["identity"] or size < item["size"]:
                return answer
            prefix = item.get("prefix")
            if prefix is not None and digest(file, prefix["length"]) != prefix["sha256"]:
                return answer
            answer["pieces"] = [[start, packed(file, start, end)] for start, end in item["ranges"]]
            return answer
    except OSError as error:
        return {"error": errno.errorcode.get(error.errno, "EIO")}


def digest(file, length):
    left, sha = length, hashlib.sha256()
    file.seek(0)
    while left > 0:
        piece = file.read(min(left, 1 << 20))
        if not piece:
            break
        sha.update(piece)
        left -= len(piece)
        sign()
    return sha.hexdigest()


def packed(file, start, end):
    file.seek(start)
    left, packer, pieces = end - start, zlib.compressobj(1), []
    while left > 0:
        piece = file.read(min(left, 1 << 20))
        if not piece:
            break
        pieces.append(packer.compress(piece))
        left -= len(piece)
        sign()
    return base64.b64encode(b"".join(pieces) + packer.flush()).decode("ascii")


def copied(request):
    """A database as it is now, with what is still in its log: made as SQLite does, read-only. Exit 44 where there is none."""
    path = os.path.join(root_of(request["holdings"][request["root"]]), request["path"])
    if not os.path.isfile(path):
        return None
    try:
        import sqlite3
    except ImportError:
        return {"error": "ENOSYS"}
    if os.path.getsize(path) > request["limit"]:
        return {"error": "EFBIG"}
    folder = None
    try:
        folder = tempfile.mkdtemp(prefix="localix-")
        target = os.path.join(folder, "copy")
        copy_database(sqlite3, path, target)
        if os.path.getsize(target) > request["limit"]:
            return {"error": "EFBIG"}
        with open(target, "rb") as file:
            return {"size": os.path.getsize(target), "data": packed(file, 0, os.path.getsize(target))}
    except sqlite3.Error:
        return {"error": "EIO"}
    except MemoryError:
        return {"error": "ENOMEM"}
    except OSError as error:
        return {"error": errno.errorcode.get(error.errno, "EIO")}
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def copy_database(sqlite3, path, target):
    # In WAL mode, whoever opens a database makes its log; where there is none nobody writes, and the file alone is all.
    is_shared = os.path.exists(path + "-wal") or os.path.exists(path + "-shm")
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    options = "mode=ro&immutable=1" if is_in_wal_mode(path) and not is_shared else "mode=ro"
    source = sqlite3.connect("file:%s?%s" % (quoted, options), uri=True, timeout=5)
    try:
        if hasattr(source, "backup"):
            copy = sqlite3.connect(target)
            try:
                source.backup(copy)
            finally:
                copy.close()
        else:
            source.execute("VACUUM INTO ?", (target,))
    finally:
        source.close()


def is_in_wal_mode(path):
    with open(path, "rb") as file:
        return 2 in file.read(20)[18:20]
