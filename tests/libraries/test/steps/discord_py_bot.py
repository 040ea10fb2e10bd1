"""The bot of the forty steps on discord.py: acts come as lines of JSON, answers and events go as lines of JSON."""

import asyncio
import io
import json
import logging
import os
import sys

import only_loopback  # noqa: F401
import discord
import yarl
from discord import app_commands


def tell(event, data):
    print(json.dumps({"event": event, "data": data}), flush=True)


discord.http.Route.BASE = os.environ["BACKLOT_APP_REST_URL"] + "/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["BACKLOT_APP_GATEWAY_URL"])

# A complaint about a package that only voice needs.
discord.VoiceClient.warn_nacl = False

GUILD = 200000000000000001
SHARDS = int(os.environ["SHARDS"])


class Complaints(logging.Handler):
    def emit(self, record):
        # The steps cut the connection themselves; the library then says that it connects again.
        if "Attempting a reconnect" not in self.format(record):
            tell("trouble", self.format(record))


logging.getLogger("discord").addHandler(Complaints(logging.WARNING))

intents = discord.Intents(
    guilds=True, members=True, messages=True, reactions=True, typing=True, message_content=True
)
options = {"intents": intents, "max_messages": 1000}
bot = discord.Client(**options) if SHARDS == 1 else discord.AutoShardedClient(shard_count=SHARDS, **options)
tree = app_commands.CommandTree(bot)


class Panel(discord.ui.View):
    @discord.ui.button(label="Wave", custom_id="wave")
    async def wave(self, interaction, button):
        await interaction.response.edit_message(content=f"waved by {interaction.user.name}", view=None)

    @discord.ui.select(
        custom_id="pick", max_values=2, options=[discord.SelectOption(label=c) for c in ("red", "green", "blue")]
    )
    async def pick(self, interaction, select):
        await interaction.response.send_message("picked " + ", ".join(sorted(select.values)))


class Form(discord.ui.Modal, title="Form"):
    name = discord.ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"hello {self.name.value}")


@tree.command(description="Greets")
async def greet(interaction: discord.Interaction, text: str, who: discord.User = None):
    to = who.name if who else "all"
    await interaction.response.send_message(f"{text} to {to} by {interaction.user.name}")


@tree.command(description="Suggests")
async def suggest(interaction: discord.Interaction, query: str):
    await interaction.response.send_message(query)


@suggest.autocomplete("query")
async def choices(interaction: discord.Interaction, current: str):
    return [
        app_commands.Choice(name=f"{current} {word}", value=f"{current}{number}")
        for number, word in ((1, "one"), (2, "two"))
    ]


@tree.command(description="Defers")
async def slow(interaction: discord.Interaction):
    await interaction.response.defer()
    await interaction.edit_original_response(content="done")


@tree.command(description="Follows up")
async def more(interaction: discord.Interaction):
    await interaction.response.send_message("one")
    await interaction.followup.send("two")


@tree.command(description="Whispers")
async def secret(interaction: discord.Interaction):
    await interaction.response.send_message("psst", ephemeral=True)


@tree.command(description="Goes")
async def gone(interaction: discord.Interaction):
    await interaction.response.send_message("soon gone")
    original = await interaction.original_response()
    tell("original", {"id": str(original.id), "content": original.content})
    await interaction.delete_original_response()


@tree.command(description="Shows components")
async def panel(interaction: discord.Interaction):
    await interaction.response.send_message("Choose", view=Panel(timeout=None))


@tree.command(description="Asks")
async def form(interaction: discord.Interaction):
    await interaction.response.send_modal(Form())


@tree.context_menu(name="Inspect")
async def inspect(interaction: discord.Interaction, user: discord.User):
    await interaction.response.send_message(user.name)


@tree.context_menu(name="Quote")
async def quote(interaction: discord.Interaction, message: discord.Message):
    await interaction.response.send_message(f"{message.author.name}: {message.content}")


@bot.event
async def on_ready():
    tell("ready", None)


@bot.event
async def on_resumed():
    tell("resumed", None)


@bot.event
async def on_message(message):
    tell(
        "message",
        {
            "id": str(message.id),
            "content": message.content,
            "author": message.author.name,
            "channel": str(message.channel.id),
            "guild": str(message.guild.id) if message.guild else None,
        },
    )


@bot.event
async def on_message_edit(before, after):
    tell("edited", {"id": str(after.id), "content": after.content})


@bot.event
async def on_message_delete(message):
    tell("deleted", {"id": str(message.id)})


@bot.event
async def on_reaction_add(reaction, user):
    tell("reaction", {"message": str(reaction.message.id), "emoji": str(reaction.emoji), "user": str(user.id)})


def home():
    return bot.get_guild(GUILD)


def place(id):
    return bot.get_channel(int(id)) or home().get_thread(int(id))


def words(things):
    return sorted(thing.name for thing in things)


def known(message):
    return {"id": str(message.id), "content": message.content}


class Acts:
    async def self(self):
        return {"id": str(bot.user.id), "name": bot.user.name}

    async def guilds(self):
        return [
            {"id": str(guild.id), "name": guild.name, "owner": str(guild.owner_id), "members": guild.member_count}
            for guild in sorted(bot.guilds, key=lambda guild: guild.id)
        ]

    async def channels(self):
        below = discord.utils.get(home().channels, name="below")
        return {"names": words(home().channels), "below": {"parent": str(below.category_id), "topic": below.topic}}

    async def roles(self, id):
        return {"names": words(home().roles), "permissions": str(home().get_role(int(id)).permissions.value)}

    async def permissions(self, channel):
        may = place(channel).permissions_for(home().me)
        return {"view": may.view_channel, "manage": may.manage_channels, "kick": may.kick_members}

    async def threads(self):
        return words(home().threads)

    async def members(self):
        return words(await home().chunk())

    async def user(self, id):
        user = await bot.fetch_user(int(id))
        return {"id": str(user.id), "name": user.name}

    async def application(self):
        info = await bot.application_info()
        return {"id": str(info.id), "name": info.name, "owner": str(info.owner.id)}

    async def register(self):
        return {command.name: str(command.id) for command in await tree.sync()}

    async def registered(self):
        return words(await tree.fetch_commands())

    async def send(self, channel, content, embed=None):
        return known(await place(channel).send(content, embed=discord.Embed(title=embed) if embed else None))

    async def edit(self, channel, id, content):
        message = await (await place(channel).fetch_message(int(id))).edit(content=content)
        return {"content": message.content, "edited": message.edited_at is not None}

    async def reply(self, channel, id, content):
        return known(await (await place(channel).fetch_message(int(id))).reply(content))

    async def file(self, channel, name, text):
        return known(await place(channel).send(file=discord.File(io.BytesIO(text.encode()), name)))

    async def react(self, channel, id, emoji):
        await place(channel).get_partial_message(int(id)).add_reaction(emoji)

    async def unreact(self, channel, id, emoji):
        await place(channel).get_partial_message(int(id)).remove_reaction(emoji, bot.user)

    async def pin(self, channel, id):
        await place(channel).get_partial_message(int(id)).pin()
        return [str(message.id) for message in await place(channel).pins()]

    async def bulk(self, channel, ids):
        await place(channel).delete_messages([discord.Object(int(id)) for id in ids])

    async def history(self, channel, limit):
        return [message.content async for message in place(channel).history(limit=limit)]

    async def direct(self, user, content):
        message = await (await bot.fetch_user(int(user))).send(content)
        return {"channel": str(message.channel.id)}

    async def typing(self, channel):
        await place(channel).typing()

    async def thread(self, channel, name, content):
        thread = await place(channel).create_thread(name=name, type=discord.ChannelType.public_thread)
        return {"id": str(thread.id), "said": str((await thread.send(content)).id)}

    async def archive(self, id):
        thread = await place(id).edit(archived=True)
        return {"archived": thread.archived, "parent": str(thread.parent_id)}

    async def remove(self, id):
        channel = await bot.fetch_channel(int(id))
        await channel.delete()
        await until(lambda: place(id) is None)

    async def role(self, name):
        role = await home().create_role(name=name)
        await until(lambda: home().get_role(role.id))
        return {"id": str(role.id)}

    async def give(self, user, role):
        member = await home().fetch_member(int(user))
        await member.add_roles(home().get_role(int(role)))
        member = await home().fetch_member(int(user))
        return sorted(str(role.id) for role in member.roles[1:])

    async def rename(self, role, name):
        return {"name": (await home().get_role(int(role)).edit(name=name)).name}

    async def unrole(self, role):
        await home().get_role(int(role)).delete()
        await until(lambda: home().get_role(int(role)) is None)

    async def channel(self, name, parent, denied):
        denied = {await home().fetch_member(int(denied)): discord.PermissionOverwrite(send_messages=False)}
        channel = await home().create_text_channel(name, category=place(parent), overwrites=denied)
        await until(lambda: place(channel.id))
        return {"id": str(channel.id)}

    async def topic(self, id, topic):
        return {"topic": (await place(id).edit(topic=topic)).topic}

    async def allow(self, id, user):
        await place(id).set_permissions(await home().fetch_member(int(user)), overwrite=None)
        return {"overwrites": len((await bot.fetch_channel(int(id))).overwrites)}

    async def refused(self, channel):
        try:
            await place(channel).send("let me in")
        except discord.Forbidden as refusal:
            return {"status": refusal.status, "code": refusal.code}

    async def shards(self):
        return {str(guild.id): guild.shard_id for guild in bot.guilds}


async def until(fits):
    """Waits for the event that brings what was changed into the caches."""
    for _ in range(500):
        if fits():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError("the caches did not follow")


async def obey(id, act, args):
    try:
        answer = {"ok": await getattr(Acts(), act)(**args)}
    except Exception as failure:
        answer = {"error": f"{act}: {failure!r}"}
    print(json.dumps({"id": id, **answer}), flush=True)


async def main():
    async with bot:
        running = asyncio.ensure_future(bot.start(os.environ["BACKLOT_APP_TOKEN"]))
        while line := await asyncio.to_thread(sys.stdin.readline):
            await obey(**json.loads(line))
        running.cancel()


asyncio.run(main())
