"""The tree of a book: what follows from what is found of its positions, and which of them is next."""

import unittest

from books_path import SIZE, stones, worth
from books.positions import Game, Known, read, written
from books.tree import ALL_LOST, Tree, after
from proofs.answers import Stones

CENTRE, CORNER = 112, 0
PLY = 40


class Values(unittest.TestCase):
    def setUp(self):
        self.tree = Tree(SIZE, PLY)
        self.tree.add_root(stones(CENTRE, 1))       # which no symmetry leaves as it is

    def learn(self, *moves, result=Known(), most=4):
        """Of the position that is next; the moves are points with what is known of the position behind them."""
        node = self.tree.take()
        self.tree.learn(node, result, moves, most)
        return node

    def at(self, *numbers):
        return self.tree.nodes[self.tree.kinds.canonical(stones(*numbers))]

    def free(self, node, count=1):
        """Points where there is room."""
        return [point for point in range(100, 200) if point not in (*node.stones.black, *node.stones.white)][:count]

    def test_a_position_is_worth_its_best_move_one_ply_deeper(self):
        root = self.learn(*zip(self.free(self.tree.roots[0], 2), (worth(-30, 6), worth(-10, 9))))
        self.assertEqual(worth(30, 7), root.known)

    def test_what_is_found_later_changes_all_that_lead_there(self):
        root = self.learn(*zip(self.free(self.tree.roots[0], 2), (worth(-30), worth(-10))))
        child = self.learn((self.free(self.tree.roots[0], 9)[-1], worth(-50)))
        self.assertEqual((worth(50, 6), worth(10, 6)), (child.known, root.known))
        self.assertEqual(4, len(self.tree.changed))

    def test_a_lost_position_wins_the_one_before_it_in_one_ply_more(self):
        root = self.learn(*zip(self.free(self.tree.roots[0], 2), (worth(-30), Known("loss", 4))))
        self.assertEqual(("win", 5), (root.known.label, root.known.plies))
        self.assertIsNone(self.tree.take())

    def test_a_result_stays_whatever_is_found_behind_it(self):
        root = self.learn((self.free(self.tree.roots[0])[0], Known("win", 7)), result=Known("loss", 8))
        self.assertEqual(("loss", 8), root.known[:2])

    def test_where_all_known_moves_lose_others_are_asked_for(self):
        root = self.learn((self.free(self.tree.roots[0])[0], Known("win", 7)))
        self.assertEqual((-ALL_LOST, "open"), (root.worth, root.known.label))
        self.assertIs(root, self.learn((self.free(root, 2)[1], Known("win", 5)), most=2))
        self.assertIs(root, self.learn((self.free(root, 2)[1], Known("win", 5)), most=3))
        self.assertIsNone(self.tree.take())         # there was nothing new

    def test_no_more_moves_are_kept_than_are_wanted(self):
        root = self.learn(*zip(self.free(self.tree.roots[0], 5), [worth(-1)] * 5), most=3)
        self.assertEqual(3, len(root.children))
        self.assertEqual(4, len(self.tree.nodes))

    def test_moves_that_a_symmetry_makes_the_same_are_one(self):
        tree = Tree(SIZE, PLY)
        tree.add_root(stones())
        node = tree.take()
        tree.learn(node, Known(), [(CORNER, worth(-5)), (SIZE - 1, worth(-6)), (CENTRE, worth(-4))], 2)
        self.assertEqual([-5, -4], [child.worth for child in node.children])

    def tell(self, before, *numbers, value):
        """An analysis of the position before, however it lies, whose best move leads to that other one."""
        kind = self.tree.kinds.canonical(stones(*numbers))
        move = next(point for point in set(range(SIZE * SIZE)) - before.stones.black - before.stones.white
                    if self.tree.kinds.canonical(after(before.stones, point)) == kind)
        self.tree.learn(before, Known(), [(move, worth(value))], 4)
        return self.tree.nodes[kind]

    def test_a_position_reached_in_two_ways_is_one(self):
        first, second, answer = 20, 40, 7
        root = self.tree.roots[0]
        one = self.tell(self.tell(root, CENTRE, 1, first, value=-10), CENTRE, 1, first, answer, value=0)
        other = self.tell(self.tell(root, CENTRE, 1, second, value=-9), CENTRE, 1, second, answer, value=0)
        both = self.tell(one, CENTRE, 1, first, answer, second, value=-90)
        self.assertEqual([one], both.parents)       # the other was not analysed yet
        self.assertIsNot(both, self.tell(other, CENTRE, 1, second, answer, 100, value=3))
        self.assertIn(both, other.children)         # though nobody told of that move
        self.assertEqual((90, 90), (one.worth, other.worth))
        more = self.tell(one, CENTRE, 1, first, answer, 100, value=-5)
        self.assertEqual([one], more.parents)
        last = self.tell(both, CENTRE, 1, first, answer, second, 150, value=70)
        self.assertEqual((-70, 70, 70), (both.worth, one.worth, other.worth))
        self.assertEqual([both], last.parents)

    def test_marks_of_a_person_are_heeded(self):
        root = self.learn(*zip(self.free(self.tree.roots[0], 3), (worth(-30), worth(-20), worth(-10))))
        self.tree.know(root.children[0], root.children[0].known._replace(label="blocked"))
        self.tree.know(root.children[1], root.children[1].known._replace(label="draw"))
        self.tree.refresh(root.children + [root])
        self.assertEqual(10, root.worth)
        self.assertIs(root.children[2], self.tree.take())
        self.assertIsNone(self.tree.take())


class Order(unittest.TestCase):
    def grown(self, tree, values):
        """The stones of each position that is analysed, when every one has two moves that cost their player so much."""
        order = []
        for _ in range(6):
            node = tree.take()
            order.append(len(node.stones.black) + len(node.stones.white))
            best = node.worth or 0
            free = [point for point in range(100, 200) if point not in (*node.stones.black, *node.stones.white)]
            tree.learn(node, Known(), [(free[7], worth(-best)), (free[30], worth(values - best))], 2)
        return order

    def test_dear_plies_make_the_book_wide_and_cheap_ones_long(self):
        for ply, order in ((10, [2, 3, 4, 5, 6, 7]), (100, [2, 3, 3, 4, 4, 4])):
            tree = Tree(SIZE, ply)
            tree.add_root(stones(CENTRE, 1))
            self.assertEqual(order, self.grown(tree, values=80), ply)

    def test_several_are_at_work_at_different_positions(self):
        tree = Tree(SIZE, PLY)
        for white in (1, 2, 3):
            tree.add_root(stones(CENTRE, white))
        nodes = [tree.take() for _ in range(4)]
        self.assertEqual(3, len({id(node) for node in nodes[:3]}))
        self.assertIsNone(nodes[3])


class Reading(unittest.TestCase):
    def test_the_tree_goes_on_as_if_it_had_never_ended(self):
        game, tree, whole = Game(0, SIZE), Tree(SIZE, PLY), Tree(SIZE, PLY)
        kept: dict[Stones, Known] = {}
        orders: tuple[list[Stones], list[Stones]] = [], []
        whole.add_root(stones(CENTRE, 1))
        for step in range(12):
            if step % 3 == 0:
                tree = Tree(SIZE, PLY)
                tree.read(read(written(kept.items(), game).splitlines(), game))
                tree.add_root(stones(CENTRE, 1))
                self.assertEqual(step, tree.analysed)
            for one, order in zip((tree, whole), orders):
                node = one.take()
                order.append(node.stones)
                moves = [(point, worth((point * 37 + len(order) * 11) % 101 - 50)) for point in range(120, 220, 31)
                         if point not in (*node.stones.black, *node.stones.white)]
                one.learn(node, Known(), moves, 3)
            kept.update((node.stones, node.known) for node in tree.changed.values())
        self.assertEqual(*orders)
        self.assertEqual(kept, {node.stones: node.known for node in whole.nodes.values()})

    def test_where_a_person_changed_a_value_the_move_is_looked_for_again(self):
        tree = Tree(SIZE, PLY)
        root, child = tree.kinds.canonical(stones(CENTRE, 1)), tree.kinds.canonical(stones(CENTRE, 1, 50))
        tree.read([(root, worth(10, 6)), (child, worth(-30, 5))])
        tree.add_root(root)
        self.assertIs(tree.nodes[root], tree.take())
        points = [point for point in range(SIZE * SIZE) if tree.kinds.canonical(after(root, point)) == child] + [60]
        tree.learn(tree.nodes[root], Known(), zip(points, (worth(-70, 9), worth(-10, 3))), 2)
        self.assertEqual((-30, 30), (tree.nodes[child].worth, tree.nodes[root].worth))


class Lines(unittest.TestCase):
    def test_a_line_is_what_the_database_takes_and_tells(self):
        game, text = Game(4, SIZE), '4 15x15 5 white h8 - - loss 12 -5 exact 7 0 ""'
        position = (Stones(frozenset([CENTRE]), frozenset()), Known("loss", 12, -5, "exact", 7))
        self.assertEqual(f"tengen positions 1\n{text}\n", written([position], game))
        self.assertEqual([position], list(read([text], game)))

    def test_what_no_game_leads_to_is_passed_over(self):
        for line in ('0 15x15 5 white h8 - - open 0 0 none 0 0 ""', '4 20x20 5 white h8 - - open 0 0 none 0 0 ""',
                     '4 15x15 5 black h8 - - open 0 0 none 0 0 ""', '4 15x15 5 white h8 - a1 open 0 0 none 0 0 ""',
                     '4 15x15 5 white - h8 - open 0 0 none 0 0 ""', "tengen positions 1"):
            self.assertEqual([], list(read([line], Game(4, SIZE))), line)


if __name__ == "__main__":
    unittest.main()
