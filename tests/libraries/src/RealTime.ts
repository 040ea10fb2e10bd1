/** Real time that passes on purpose: the pace of a load, and how long a fault lasts. What a test waits for, it polls. */
import { setTimeout } from "node:timers/promises"

export const lasting = (ms: number): Promise<void> => setTimeout(ms)
