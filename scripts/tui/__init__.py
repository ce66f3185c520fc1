"""The parlour: where people sit down at a board, with Tengen, with other engines, or with each other. `scripts/play`
opens it.

    command     the command line: what is opened first                      (the top: reads like a table of contents)
    loop        waits for people, engines and clocks
    terminal    the front: curses, keys and mouse; all that would have to be written anew for a web page, with drawing
    drawing     scenes in letters: where everything stands in a window
    view        what there is to be seen of a table: its scene
    table       a game, its players, the adviser, and what people can wish for
    choices     the forms that the table asks people with
    front       the interface between the two: a scene goes out, options come in
    forms       questions that people answer, whoever draws them
    actions     what people can do: keys, menu and help in one table
    adviser     Tengen beside the board: hints, worths, analyses
    opponent    an engine that plays a side, and what is wrong with it
    live        an engine process that nobody waits for
    store       what stays when the terminal closes; files
    players     persons, engines, strengths
    game        moves, undo and redo, the result

An import only ever points down this list, or to the arena, whose referee knows the rules. Nothing but Python's standard
library is used.
"""
