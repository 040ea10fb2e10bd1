# A bot on discord.py as its authors write them: no option leads it to Backlot.
import os

import discord
from discord import app_commands

class Client(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
    async def setup_hook(self):
        await self.tree.sync()

client = Client()

@client.tree.command()
@app_commands.describe(name="Whom to greet")
async def hello(interaction: discord.Interaction, name: str):
    """Greets somebody"""
    await interaction.response.send_message(f"Hello, {name}!")

@client.event
async def on_ready():
    print("ready as", client.user, flush=True)

client.run(os.environ["DISCORD_TOKEN"])
