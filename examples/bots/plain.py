#!/usr/bin/env python3
"""A player that casts what it can, attacks with what it has, and does the default otherwise.

It plays by the protocol of docs/agents.md, with the standard library only:

    agent = { process = ["python3", "examples/bots/plain.py"] }
"""

import json
import sys

names = {}  # our name in each game


def say(message):
    print(json.dumps(message), flush=True)


def best(options):
    """The dearest spell that we can cast, or a land; passing otherwise."""
    lands = [at for at, option in enumerate(options) if option["do"] == "play-land"]
    spells = [(option.get("cost", 0), at) for at, option in enumerate(options) if option["do"] == "cast"]
    if lands:
        return lands[0]
    return max(spells)[1] if spells else 0


def weakest(view, me):
    """The opponent with the least life."""
    others = [player for player in view["players"] if player["living"] and player["name"] != me]
    return min(others, key=lambda player: player["life"])["name"]


def attacks(question, view, me):
    """Everything attacks the weakest opponent."""
    victim = weakest(view, me)
    at = [place for place, option in enumerate(question["options"]) if option.get("player") == victim]
    return [[item, at[0]] for item in range(len(question["items"]))] if at else []


def choose(message):
    question, view, me = message["question"], message["view"], names[message["game"]]
    if question["kind"] == "priority" and view["turn"]["active"] == me and not view["stack"]:
        return best(question["options"])
    if question["kind"] == "attackers" and view["deciding_for"] == me:
        return attacks(question, view, me)
    return "default"


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say({"type": "hello", "protocol": message["protocol"], "name": "plain", "version": "1", "deterministic": True,
             "features": ["tables"]})
    elif kind == "game":
        names[message["game"]] = message["you"]
        say({"type": "wants", "game": message["game"]})
    elif kind == "ask":
        say({"type": "answer", "game": message["game"], "ask": message["ask"], "choice": choose(message)})
    elif kind == "over":
        names.pop(message["game"], None)
    elif kind == "bye":
        break
