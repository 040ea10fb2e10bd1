"""Keeps reminders: /remind, a view with buttons, a modal, and !reminders. DISCORD_TOKEN is the bot's token."""
import os

import discord
from discord import app_commands
from discord.ext import commands


class Ask(discord.ui.Modal, title="A reminder"):
    what = discord.ui.TextInput(label="What", max_length=100)

    async def on_submit(self, interaction: discord.Interaction):
        interaction.client.kept.append(str(self.what))
        await interaction.response.send_message(f"I keep: {self.what}")


class Choice(discord.ui.View):
    @discord.ui.button(label="Write one", style=discord.ButtonStyle.primary)
    async def write(self, interaction: discord.Interaction, button: discord.ui.Button):
        await interaction.response.send_modal(Ask())

    @discord.ui.button(label="Forget all", style=discord.ButtonStyle.danger)
    async def forget(self, interaction: discord.Interaction, button: discord.ui.Button):
        interaction.client.kept.clear()
        await interaction.response.edit_message(content="All forgotten", view=None)


class Bot(commands.Bot):
    def __init__(self):
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__(command_prefix="!", intents=intents)
        self.kept: list[str] = []

    async def setup_hook(self):
        await self.tree.sync()

    async def on_ready(self):
        print(f"{self.user} is ready", flush=True)


bot = Bot()


@bot.tree.command()
async def remind(interaction: discord.Interaction):
    """Write a reminder or forget them"""
    await interaction.response.send_message("What shall it be?", view=Choice())


@bot.tree.command()
@app_commands.describe(word="What it is about")
async def find(interaction: discord.Interaction, word: str):
    """Find a reminder, for your eyes only"""
    found = [one for one in bot.kept if word.lower() in one.lower()]
    await interaction.response.send_message("\n".join(found) or f"Nothing about {word}", ephemeral=True)


@bot.command()
async def reminders(context: commands.Context):
    await context.reply("\n".join(bot.kept) or "I keep nothing")


bot.run(os.environ["DISCORD_TOKEN"])
