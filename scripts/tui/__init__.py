"""The board in the terminal, for people and engines. scripts/play runs it.

    command     the command line: options, and the first game
    loop        waits for input, engines and clocks
    terminal    the front end: curses, keys and mouse
    drawing     draws a scene in a window of characters
    form_drawing    draws a form on top of it
    words       the texts of a drawing, and how they wrap
    canvas      where one draws, and with which letters
    style       the styles of text
    view        makes the scene of a session
    session     the game, its players and engines, and the actions
    questions   parts of the session: what is asked in forms, menu and help,
    game_files  games, openings and proofs as files,
    analysis    hints, lines and the review of a game,
    by_rule     openings by a rule,
    replay      undo, redo and replay,
    seats       and the players with their engines
    choices     forms for games, players and files
    front       the interface of a front end: it shows scenes and returns requests
    forms       forms, lists and pages, without their drawing
    actions     one table of all actions: keys, menu, help
    adviser     Tengen as an adviser: hints, point values, analysis
    opponent    an engine that plays a side, and its faults
    judging     verdicts on the moves of a game
    chances     what values mean in chances, and the best lines of a search
    puzzles     positions with a forced win to be found
    live        an engine process read and written without blocking
    store       the saved game, and files
    stages      openings by a rule, step by step
    players     persons, engines, strengths
    stopwatch   how long a person has thought
    game        moves, undo and redo, the result

A module imports only modules below it in this list, those of matches and proofs, and Python's standard library.
"""
