/** The views of the inspector and their addresses: the part of the window's address after `/i/`. */
import {
  Activity,
  AppWindow,
  Clock,
  Gauge,
  Globe,
  KeyRound,
  type LucideIcon,
  Radio,
  ScrollText,
  ShieldCheck,
  TriangleAlert,
  UsersRound,
  Webhook
} from "lucide-react"

export interface View {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon
  /** What the view is for, in one line. */
  readonly says: string
}

/** In the order of the tabs; groups are divided by a line. */
export const GROUPS: ReadonlyArray<ReadonlyArray<View>> = [
  [
    { id: "interactions", name: "Uses", icon: Activity, says: "Every interaction, step by step" },
    { id: "events", name: "Events", icon: ScrollText, says: "Everything that happens" },
    { id: "rest", name: "REST", icon: Globe, says: "Requests of apps to the API" },
    { id: "gateway", name: "Gateway", icon: Radio, says: "Sessions of bots and their frames" },
    { id: "webhooks", name: "Webhooks", icon: Webhook, says: "Event webhooks and how they went" }
  ],
  [
    { id: "permissions", name: "Permissions", icon: ShieldCheck, says: "Who may use which command, and why" },
    { id: "world", name: "World", icon: AppWindow, says: "Everything that exists, to look at and to change" },
    { id: "clock", name: "Clock", icon: Clock, says: "The service clock and what will fire" },
    { id: "faults", name: "Faults", icon: TriangleAlert, says: "Faults on purpose" }
  ],
  [
    { id: "limits", name: "Limits", icon: Gauge, says: "Rate limits as they fill" },
    { id: "grants", name: "Grants", icon: KeyRound, says: "Who authorized which application" },
    { id: "lobbies", name: "Lobbies", icon: UsersRound, says: "Lobbies, their members and connections" }
  ]
]

const VIEWS = GROUPS.flat()

/** Addresses of single things belong to the view that lists them. */
const OWNERS: Readonly<Record<string, string>> = {
  interaction: "interactions",
  refused: "interactions",
  explain: "permissions"
}

/** The parts of an address; an unknown one shows the interactions. */
export const partsOf = (what: string): readonly [head: string, ...rest: ReadonlyArray<string>] => {
  const [head = "", ...rest] = what.split("/").filter((part) => part !== "")
  return [head, ...rest]
}

export const viewOf = (what: string): View => {
  const [head] = partsOf(what)
  const id = OWNERS[head] ?? head
  return VIEWS.find((view) => view.id === id) ?? (VIEWS[0] as View)
}
