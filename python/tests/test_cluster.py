"""A cluster on loopback to which things happen: the result has the bytes of one machine all the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest
from distributed import Client

from turnlab_dask import Progress, TurnlabError, run

TURNLAB = os.environ["TURNLAB"]
GAMES = 2560
FILES = ["games.csv", "seats.csv", "summary.csv", "hist.csv", "run.json", "manifest.json"]


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    started = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield started
    finally:
        if started.poll() is None:
            started.kill()
        started.wait()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    address = tmp_path / "scheduler.json"
    with process("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                 "--scheduler-file", str(address)):
        for _ in range(300):
            if address.exists():
                break
            time.sleep(0.1)
        yield str(address)


def worker(scheduler: str) -> tuple[str, ...]:
    return ("distributed.cli.dask_worker", "--scheduler-file", scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--death-timeout", "30")


def shard_processes() -> list[psutil.Process]:
    found = []
    for one in psutil.process_iter(["cmdline"]):
        words = one.info["cmdline"] or []
        if words[:3] == [TURNLAB, "shard", "run"]:
            found.append(one)
    return found


def test_a_cluster_to_which_things_happen(tmp_path: Path, scheduler: str) -> None:
    one = tmp_path / "one"
    subprocess.run([TURNLAB, "run", "default", "--games", str(GAMES), "--out", str(one), "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)
    happened: list[str] = []
    with ExitStack() as stack:
        workers = [stack.enter_context(process(*worker(scheduler))) for _ in range(2)]
        client = stack.enter_context(Client(scheduler_file=scheduler))
        client.wait_for_workers(2, timeout=60)

        def kill_a_shard() -> None:
            for _ in range(600):
                for one_of_them in shard_processes():
                    try:
                        one_of_them.send_signal(signal.SIGKILL)
                        happened.append("shard")
                        return
                    except psutil.NoSuchProcess:
                        continue
                time.sleep(0.01)

        killer = threading.Thread(target=kill_a_shard)
        killer.start()

        def hear(progress: Progress) -> None:
            if progress.done == 2 and "worker" not in happened:
                happened.append("worker")
                workers[0].kill()
            if progress.done == 4 and "late" not in happened:
                happened.append("late")
                stack.enter_context(process(*worker(scheduler)))

        result = run(client, "default", out=tmp_path / "many", shards=10, games=GAMES, turnlab=TURNLAB, progress=hear)
        killer.join()
    assert sorted(happened) == ["late", "shard", "worker"]
    for name in FILES:
        assert (result / name).read_bytes() == (one / name).read_bytes(), name
    subprocess.run([TURNLAB, "verify", str(result)], check=True, stdout=subprocess.DEVNULL)


def test_what_is_wrong_is_said_once_and_not_tried_again(tmp_path: Path, scheduler: str) -> None:
    with ExitStack() as stack:
        stack.enter_context(process(*worker(scheduler)))
        client = stack.enter_context(Client(scheduler_file=scheduler))
        with pytest.raises(TurnlabError, match="makes 1 to 2 shards, not 3"):
            run(client, "default", out=tmp_path / "out", shards=3, games=256, turnlab=TURNLAB)
        with pytest.raises(TurnlabError, match="no-such-study"):
            run(client, "no-such-study", out=tmp_path / "out", shards=3, turnlab=TURNLAB)


def test_an_interrupted_run_goes_on(tmp_path: Path, scheduler: str) -> None:
    seen: list[int] = []

    def hear(progress: Progress) -> None:
        seen.append(progress.done)
        if progress.done == 2 and seen.count(2) == 1:
            raise KeyboardInterrupt

    with ExitStack() as stack:
        stack.enter_context(process(*worker(scheduler)))
        client = stack.enter_context(Client(scheduler_file=scheduler))
        words = {"out": tmp_path / "out", "shards": 4, "games": 1024, "turnlab": TURNLAB, "progress": hear}
        with pytest.raises(KeyboardInterrupt):
            run(client, "default", **words)  # type: ignore[arg-type]
        before = len(seen)
        run(client, "default", **words)  # type: ignore[arg-type]
    assert seen[before] == 2, "what was collected is not played again"
    assert not (tmp_path / "out-shards").exists()
