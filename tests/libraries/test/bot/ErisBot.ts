/** Starts the bot on eris, and keeps what it tells. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { OtherBot, StartOtherBot } from "./OtherBot.ts"

type Message =
  | { readonly what: "ready"; readonly value: Pick<OtherBot, "command_id" | "guilds"> }
  | { readonly what: "heard" | "trouble"; readonly value: string }
  | { readonly what: "resumed" }

export const startErisBot: StartOtherBot = async (rest_url, token) => {
  // Without the options of the test runner's own processes.
  const child = fork(join(import.meta.dirname, "ErisProgram.ts"), [rest_url, token], { execArgv: [] })
  const heard: Array<string> = []
  const troubles: Array<string> = []
  let resumes = 0
  const ready = await new Promise<Pick<OtherBot, "command_id" | "guilds">>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the bot ended with ${code}`)))
    // ErisProgram sends nothing else.
    child.on("message", (message) => {
      const told = message as Message
      if (told.what === "ready") resolve(told.value)
      else if (told.what === "heard") heard.push(told.value)
      else if (told.what === "trouble") troubles.push(told.value)
      else resumes += 1
    })
  })
  return {
    ...ready,
    heard,
    troubles,
    resumes: () => resumes,
    stop: async () => {
      const exit = once(child, "exit")
      child.kill()
      await exit
    }
  }
}
