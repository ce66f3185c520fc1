"""Proofs that a side wins: reading them, checking them, and walking through them. scripts/verify runs it, and the board in
the terminal (scripts/tui) plays them. README.md has the format, and why what is checked makes a proof.

    command   scripts/verify: options, progress, what is said of a proof
    solving   scripts/solve: a proof for each kind of answers to a move
    answers   which answers to a position do several proofs refute together?
    checking  is every position won? One pass over the stream, with the zones that the argument needs
    lemmas    the table of positions that a proof refers back to; on disk where it is large
    player    an engine that plays a proof, for boards and matches
    tree      a proof in memory, to be walked through answer by answer
    stream    the file: its header, and the numbers of its body
    fouls     renju: what black must not play
    rules     boards as whole numbers: rows that win, windows, and how many stones they hold
    names     names of points such as h8

A module imports only modules below it in this list, and Python's standard library; besides, command imports matches.console,
and solving matches.console and matches.program. None shares code with the engine or with the referee of matches: a mistake
goes unseen only if it was made twice.
"""
