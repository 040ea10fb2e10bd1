/** What the platform says itself, by type of message (wire-interactions.md §4.9). */
import type { APIMessage } from "discord-api-types/v10"

/** Types that people and apps write. */
const SPOKEN = new Set([0, 19, 20, 21, 23])

export const isSystem = ({ type }: APIMessage): boolean => !SPOKEN.has(type)

export interface SystemText {
  readonly icon: "join" | "leave" | "pin" | "thread" | "edit" | "boost" | "poll" | "other"
  /** After the name of the author. */
  readonly text: string
}

const boosted = (level: number): SystemText => ({
  icon: "boost",
  text: `boosted the server. It reached level ${level}!`
})

const TEXTS: Readonly<Record<number, (message: APIMessage) => SystemText>> = {
  1: ({ mentions }) => ({ icon: "join", text: `added ${namesIn(mentions)} to the group.` }),
  2: ({ mentions, author }) =>
    mentions[0] === undefined || mentions[0].id === author.id
      ? { icon: "leave", text: "left the group." }
      : { icon: "leave", text: `removed ${namesIn(mentions)} from the group.` },
  3: () => ({ icon: "other", text: "started a call." }),
  4: ({ content }) => ({ icon: "edit", text: `changed the channel name: ${content}` }),
  5: () => ({ icon: "edit", text: "changed the channel icon." }),
  6: () => ({ icon: "pin", text: "pinned a message to this channel." }),
  7: () => ({ icon: "join", text: "joined the server." }),
  8: () => ({ icon: "boost", text: "boosted the server!" }),
  9: () => boosted(1),
  10: () => boosted(2),
  11: () => boosted(3),
  12: ({ content }) => ({ icon: "other", text: `added ${content} to this channel. Its updates will show up here.` }),
  18: ({ content }) => ({ icon: "thread", text: `started a thread: ${content}` }),
  22: () => ({ icon: "other", text: "reminds you to invite people." }),
  24: () => ({ icon: "other", text: "AutoMod blocked a message." }),
  25: () => ({ icon: "boost", text: "joined a role subscription." }),
  26: () => ({ icon: "boost", text: "This interaction needs a premium subscription." }),
  27: ({ content }) => ({ icon: "other", text: `started the stage ${content}.` }),
  28: ({ content }) => ({ icon: "other", text: `ended the stage ${content}.` }),
  29: () => ({ icon: "other", text: "is now a speaker." }),
  31: ({ content }) => ({ icon: "edit", text: `changed the stage topic: ${content}` }),
  32: () => ({ icon: "boost", text: "upgraded an app to premium for this server." }),
  36: () => ({ icon: "other", text: "enabled security actions." }),
  37: () => ({ icon: "other", text: "disabled security actions." }),
  44: () => ({ icon: "boost", text: "made a purchase." }),
  46: ({ embeds }) => {
    const question = embeds[0]?.fields?.find(({ name }) => name === "poll_question_text")?.value ?? ""
    return { icon: "poll", text: `The poll ${question} has closed.` }
  }
}

export const systemText = (message: APIMessage): SystemText =>
  TEXTS[message.type]?.(message) ?? {
    icon: "other",
    text: message.content === "" ? `System message of type ${message.type}.` : message.content
  }

const namesIn = (users: APIMessage["mentions"]): string =>
  users.map(({ global_name, username }) => global_name ?? username).join(", ") || "somebody"
