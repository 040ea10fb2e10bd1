"""Three people in a pet shop: python3 -m unittest, beside a server or with one of its own (see backlot.py)."""

import unittest

import pet_shop
from backlot import Backlot, Refused, refused


class PetShop(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.backlot = Backlot.start("--clock", "frozen")
        cls.addClassCleanup(cls.backlot.stop)
        cls.app = pet_shop.serve()
        cls.addClassCleanup(cls.app.server_close)
        cls.addClassCleanup(cls.app.shutdown)

    def setUp(self):
        self.backlot.reset()
        shop = self.backlot.application("Pet Shop")
        self.id, self.token = shop["id"], f"Bot {shop['bot']['token']}"
        self.backlot.rest("PUT", f"/applications/{self.id}/commands", pet_shop.COMMANDS, self.token)
        self.backlot.control("PATCH", f"/applications/{self.id}", {"interactions_endpoint_url": self.app.url})
        self.alice, self.bob, self.carol = (self.backlot.user(name, "general") for name in ("alice", "bob", "carol"))

    def test_choices_are_offered_while_typing(self):
        self.assertEqual([choice["name"] for choice in self.alice.type("/adopt animal:d")], ["Dog"])

    def test_an_adoption_is_seen_by_everyone(self):
        used = self.alice.use("/adopt animal:Dog")
        self.assertEqual(used["state"], "responded")
        self.assertEqual(self.bob.messages()[-1]["content"], "A Dog for you.")

    def test_a_button_opens_a_modal(self):
        used = self.alice.use("/adopt animal:Dog")
        opened = self.alice.press(used["message"], "name")
        self.assertEqual(opened["modal"]["title"], "A name")
        said = self.alice.submit(opened["interaction_id"], pet="Rex")
        self.assertEqual(said["message"]["content"], "Hello, Rex!")

    def test_only_those_who_manage_the_guild_may_close_the_shop(self):
        self.assertIn("close", self.alice.picker())
        self.assertNotIn("close", self.carol.picker())
        with refused("permission"):
            self.carol.use("/close")

    def test_a_deferred_answer_comes_late(self):
        self.assertEqual(self.alice.use("/vet")["state"], "deferred")
        original = f"/webhooks/{self.id}/{self.app.interactions[-1]['token']}/messages/@original"
        self.backlot.advance(10 * 60)
        self.backlot.rest("PATCH", original, {"content": "All is well."})
        self.assertEqual([user.messages()[-1]["content"] for user in (self.alice, self.bob, self.carol)],
                         ["All is well."] * 3)

    def test_an_answer_after_fifteen_minutes_comes_too_late(self):
        self.alice.use("/vet")
        original = f"/webhooks/{self.id}/{self.app.interactions[-1]['token']}/messages/@original"
        self.backlot.advance(15 * 60)
        with self.assertRaises(Refused) as caught:
            self.backlot.rest("PATCH", original, {"content": "All was well."})
        self.assertEqual((caught.exception.status, caught.exception.code), (401, 50027))


if __name__ == "__main__":
    unittest.main()
