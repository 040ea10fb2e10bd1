/** Which dialog of the window is open. A key may ask for one before its code is loaded. */
import { create } from "zustand"

type Asked = "palette" | "help"

const useOpen = create<{ readonly open: Asked | undefined }>()(() => ({ open: undefined }))

/** Opens it, or closes it if it is open. */
export const ask = (what: Asked): void => useOpen.setState(({ open }) => ({ open: open === what ? undefined : what }))

export const useAsked = (what: Asked) => {
  const open = useOpen((now) => now.open === what)
  const setOpen = (next: boolean) => {
    if (next !== open) ask(what)
  }
  return [open, setOpen] as const
}
