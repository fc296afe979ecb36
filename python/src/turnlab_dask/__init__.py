"""Plays a turnlab study on a Dask cluster, with the bytes of a run on one machine.

The contract is turnlab's own: ``turnlab shard plan``, ``run`` and ``merge``. This package only says where each shard is played,
brings back what was played, and tries again what failed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from distributed import as_completed

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Progress", "ShardFailed", "TurnlabError", "run"]

#: What ``turnlab`` exits with when its input is wrong: trying again will not help.
_WRONG_INPUT = 2


class TurnlabError(RuntimeError):
    """``turnlab`` refused what it was asked for; the message is its own."""


class ShardFailed(RuntimeError):
    """A shard could not be played, however often it was tried."""


@dataclass(frozen=True)
class Progress:
    """How far a run is, in shards."""

    done: int
    all: int


@dataclass(frozen=True)
class _Played:
    """What came of a shard: its files by their paths in its folder, or why it was refused."""

    shard: int
    files: dict[str, bytes]
    refused: str | None = None


def _said(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stderr or done.stdout).strip() or f"turnlab ended with {done.returncode}"


def _play(turnlab: str, plan: bytes, shard: int, threads: int) -> _Played:
    """Plays one shard in a folder of its own; on a worker."""
    with tempfile.TemporaryDirectory(prefix="turnlab-") as place:
        folder = Path(place)
        (folder / "plan.json").write_bytes(plan)
        words = [turnlab, "shard", "run", "--plan", "plan.json", "--id", str(shard), "--out", "shards"]
        words += ["--threads", str(threads), "--quiet"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode == _WRONG_INPUT:
            return _Played(shard, {}, refused=_said(done))
        if done.returncode != 0:
            # Dask tries again what raises.
            raise ShardFailed(f"shard {shard}: {_said(done)}")
        home = folder / "shards" / f"shard-{shard:05}"
        files = {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}
        return _Played(shard, files)


def _keep(played: _Played, shards: Path) -> None:
    """Puts what came back into its folder; the file that says that it is whole comes last."""
    home = shards / f"shard-{played.shard:05}"
    for name in sorted(played.files, key=lambda name: name == "shard.json"):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_bytes(played.files[name])
        os.replace(part, path)


def _call(turnlab: str, *words: str) -> str:
    done = subprocess.run([turnlab, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise TurnlabError(_said(done))
    return done.stdout


def run(
    client: Client,
    study: str | os.PathLike[str],
    *,
    out: str | os.PathLike[str],
    shards: int,
    games: int | None = None,
    seed: int | None = None,
    plan_options: Sequence[str] = (),
    threads: int = 1,
    retries: int = 3,
    turnlab: str = "turnlab",
    progress: Callable[[Progress], None] | None = None,
) -> Path:
    """Plays ``study`` in ``shards`` pieces on the cluster of ``client`` and merges them into ``out``, which is returned.

    ``plan_options`` are further words for ``turnlab shard plan``. A shard that fails is tried ``retries`` times more.

    Raises ``TurnlabError`` when turnlab refuses the study, the plan or the merge, and ``ShardFailed`` when a shard can't be played.
    What was collected before stays in ``OUT-shards`` and is not played again.
    """
    result = Path(out)
    place = result.with_name(result.name + "-shards")
    place.mkdir(parents=True, exist_ok=True)
    plan = place / "plan.json"
    fresh = place / "plan.json.new"
    # What was left by a call that was killed; turnlab writes over nothing.
    fresh.unlink(missing_ok=True)
    words = ["shard", "plan", os.fspath(study), "--shards", str(shards), "--out", str(fresh), *plan_options]
    words += ["--games", str(games)] if games is not None else []
    words += ["--seed", str(seed)] if seed is not None else []
    _call(turnlab, *words)
    if plan.exists() and plan.read_bytes() != fresh.read_bytes():
        fresh.unlink()
        raise TurnlabError(f"`{place}` holds shards of another run; nothing was changed")
    os.replace(fresh, plan)
    bytes_ = plan.read_bytes()
    count = len(json.loads(bytes_)["shards"])
    done = {shard for shard in range(count) if (place / f"shard-{shard:05}" / "shard.json").exists()}

    def tell() -> None:
        if progress is not None:
            progress(Progress(len(done), count))

    tell()
    submit: Callable[..., Any] = client.submit
    missing = [shard for shard in range(count) if shard not in done]
    futures = [submit(_play, turnlab, bytes_, shard, threads, retries=retries, pure=False) for shard in missing]
    try:
        for future in as_completed(futures):
            try:
                played: _Played = future.result()
            except ShardFailed:
                raise
            except Exception as error:
                raise ShardFailed(str(error) or type(error).__name__) from error
            if played.refused is not None:
                raise TurnlabError(played.refused)
            _keep(played, place)
            future.release()
            done.add(played.shard)
            tell()
    except BaseException:
        client.cancel(futures)
        raise
    _call(turnlab, "shard", "merge", str(place), "--plan", str(plan), "--out", str(result))
    shutil.rmtree(place)
    return result
