"""Matches between engines: playing, judging, recording and evaluating games. scripts/match, tune, train, selfplay,
puzzles and collect run it; scripts/speed compares how fast programs are.

    tuning      scripts/tune: the parameters of Tengen's search, tuned by games against itself
    generation  scripts/train: a generation of a network, from games to a match
    selfplay    scripts/selfplay: sets of games of Tengen against itself, in many files
    trials      scripts/sprt: candidates for the search, tested one after the other
    speed       scripts/speed: how many times as fast as another a program is
    puzzles     scripts/puzzles: lets engines prove forced wins, play them out, and avoid them
    collect     scripts/collect: positions out of matches in which a side walked into a forced win
    review      scripts/review: a game judged move by move, as a page
    proving     wins proven by pbrain-tengen prove, and checked by scripts/verify
    measures    how engines attack and defend in such positions, side by side
    command     scripts/match: the order of its steps
    settings    its options, and the match that they describe
    recorder    records games as they end, and shows the standing
    folder      the folder of a match: who may write there, and what
    tunelog     the state of a tuning, and its log
    tournament  plays the games of a match in parts
    work        work in parts: on the cores of this machine, or on a cluster of Dask; Ctrl-C ends it in order
    schedule    pairings, openings and colours of all games
    game        one game between two engines, under the referee
    seat        a process that does tasks, one after the other
    far         what a worker of Dask is given to do
    adjudication  when a game is decided before its last stone
    keys        settings that Tengen does not have, and what may be meant
    examiner    one engine asked about single positions
    engine      one engine process: questions, answers, times, faults
    report      the HTML report, made from the parts in report/
    modules     modules of JavaScript, of page/ too, put into one script
    strength_picture  engine/strength.svg, drawn from rows of measurements
    experiments  those rows, engine/experiments.tsv, and their check
    tables      the live line and the final tables, in plain text
    copies      games that are others again, and count once
    builtin     the built-in sets of openings
    openings    files of openings, in four formats
    sgf         games as .sgf
    files       games as .psq
    puzzlefile  puzzles in files, and their positions
    opening_rules  opening rules: their steps, and a game within one
    machine     the lines that the engine writes for programs
    points      names of points such as h8
    spsa        SPSA: the values to try, and the step that follows
    statistics  Elo, its error, likelihood of superiority, pentanomial counts, SPRT
    record      a match and its games, as lines of JSON
    typed       JSON read into dataclasses
    program     which pbrain-tengen they run, and how one is built
    storage     reading, writing and locking files
    console     error messages, exit statuses, encodings, values of options
    orphans     ends what the programs of a command have left behind
    referee     the rules, independent of any engine

A module imports only modules below it in this list, and Python's standard library.
"""
