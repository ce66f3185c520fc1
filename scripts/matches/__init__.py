"""The arena: where engines play each other, and where what they did is counted, kept and shown. `scripts/match` opens it.

    tuning      scripts/tune: the margins of Tengen's search, moved by games against itself
    puzzles     scripts/puzzles: forced wins, claimed and then shown on the board
    command     scripts/match: what it can do, and in which order       (the top: reads like a table of contents)
    settings    its options, and the match that they ask for
    folder      the folder of a match: who may write there, and what
    tunelog     what is remembered of a tuning, and its log
    tournament  plays a whole match: workers, results as they come, resuming, Ctrl-C
    schedule    who meets whom, with which opening and colours
    game        one game between two engines, under the referee
    engine      one engine in a process of its own, and what it does wrong
    report      the page to look at, put together from report/page.html, page.css and page.js
    tables      the live line and the final tables, in plain text
    builtin     the openings that are there when none are named
    openings    files of openings, in four formats
    files       games as .psq and as PGN
    points      h8 and back
    spsa        which values to try next, and which way to go
    statistics  Elo, its error, likelihood of superiority, pentanomial counts, SPRT
    record      what is remembered of a match and its games, and the JSON lines they are kept in
    typed       JSON read into dataclasses
    storage     files read without surprises, written whole, and claimed for one process
    console     complaints, exit statuses, letters that cannot be shown, values of options
    referee     the rules, read from their words, independent of any engine

An import only ever points down this list. Nothing but Python's standard library is used.
"""
