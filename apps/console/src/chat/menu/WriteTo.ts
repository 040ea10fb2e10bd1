/** Goes to the direct channel with somebody. */
import type { View } from "../../place/Places.ts"
import { useScreen } from "../../state/Screen.ts"
import { type At, act } from "../../use/Uses.ts"

export const writeTo = async (at: At, view: View | undefined, person_id: string, name: string): Promise<void> => {
  const known = view?.direct_channels.find(({ type, recipients }) => type === 1 && recipients[0]?.id === person_id)
  if (known !== undefined) return useScreen.getState().go({ guild_id: null, channel_id: known.id })
  await act(at, `Write to ${name}`, () => Promise.reject(new Error("There is no direct channel with them yet.")))
}
