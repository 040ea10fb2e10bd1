import { type Answer, Backlot } from "backlot"

export const play = async (): Promise<Answer> => {
  await using backlot = await Backlot.start({ intercept: true })
  return backlot
    .as("alice")
    .in("general")
    .use("/ping")
    .expect({ message: { content: /pong/ } })
}

// @ts-expect-error: there is no option of this name
export const wrong = () => Backlot.start({ intercepted: true })
