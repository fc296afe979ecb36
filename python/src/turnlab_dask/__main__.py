"""``turnlab-dask``: a study on a Dask cluster, from the command line."""

from __future__ import annotations

import argparse
import sys

from distributed import Client

from . import Progress, ShardFailed, TurnlabError, run


def _show(progress: Progress) -> None:
    end = "\n" if progress.done == progress.all or not sys.stderr.isatty() else "\r"
    print(f"{progress.done} of {progress.all} shards", end=end, file=sys.stderr, flush=True)


def main() -> int:
    """Exit codes are turnlab's: 0 done, 1 it failed, 2 the input was wrong."""
    parser = argparse.ArgumentParser(prog="turnlab-dask", description=__doc__)
    parser.add_argument("study", help="a scenario file, or the name of an embedded study")
    parser.add_argument("--out", required=True, help="the folder for the results")
    parser.add_argument("--shards", required=True, type=int, help="how many pieces")
    parser.add_argument("--scheduler", required=True, help="the address of the Dask scheduler")
    parser.add_argument("--games", type=int, help="how many games [default: the scenario's]")
    parser.add_argument("--seed", type=int, help="the master seed [default: the scenario's]")
    parser.add_argument("--rows", help="which games have rows: all, none, sample:N or extreme:N")
    parser.add_argument("--threads", type=int, default=1, help="threads that play a shard [default: 1]")
    parser.add_argument("--retries", type=int, default=3, help="how often a shard is tried again [default: 3]")
    parser.add_argument("--turnlab", default="turnlab", help="the program, here and on the workers")
    asked = parser.parse_args()
    try:
        with Client(asked.scheduler) as client:
            run(
                client,
                asked.study,
                out=asked.out,
                shards=asked.shards,
                games=asked.games,
                seed=asked.seed,
                plan_options=["--rows", asked.rows] if asked.rows else [],
                threads=asked.threads,
                retries=asked.retries,
                turnlab=asked.turnlab,
                progress=_show,
            )
    except TurnlabError as error:
        print(error, file=sys.stderr)
        return 2
    except (ShardFailed, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(asked.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
