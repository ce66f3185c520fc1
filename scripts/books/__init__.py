"""Opening books that grow by analysis, in a database of positions. An import follows this list downwards only:

explorer    scripts/explorer: the explorer of first moves, one file out of several books
growing     scripts/book: engines that analyse, and what they find put into the database
tree        which position is to be analysed next, and what the values of all follow from
positions   positions as the database tells and takes them, as text
"""
