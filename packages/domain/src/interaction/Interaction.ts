/** Interactions as stored. Sources: wire-interactions.md §1.1, §4.2; product.md "Control plane" (states). */
import * as Limits from "../base/Limits.ts"
import type { Locale } from "../base/Locale.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { CommandType, ContextType, Localizations, OptionType } from "../record/ApplicationCommand.ts"
import type { CallbackType, IntegrationOwners, InteractionState, InteractionType } from "../record/InteractionKind.ts"
import type { ModalObject } from "./Modal.ts"

/**
 * One option of the interaction's data, by its default name (§1.4).
 *
 * - leaf: `{name, type, value}`; the focused one also has `focused: true`, and its value is then a string
 * - subcommand: `{name, type: 1, options: [leaf…]}`
 * - group: `{name, type: 2, options: [one subcommand]}`
 */
export interface InteractionOption {
  readonly name: string
  readonly type: OptionType
  readonly value?: string | number | boolean
  readonly options?: ReadonlyArray<InteractionOption>
  readonly focused?: true
}

export interface UsedCommand {
  readonly id: Snowflake
  /** Default names of command, group and subcommand, separated by spaces. */
  readonly name: string
  readonly type: CommandType
  /** Guild commands only. */
  readonly guild_id?: Snowflake
}

/** The component that was pressed or whose values were selected (§1.4, type 3). */
export interface UsedComponent {
  readonly custom_id: string
  readonly component_type: number
  /** The component's number in its message. */
  readonly id: number
  /** Selects only: values as sent; ids for entity selects. */
  readonly values?: ReadonlyArray<string>
}

/** A modal as submitted, in wire shape (§1.4, type 5). */
export interface SubmittedModal {
  readonly custom_id: string
  readonly components: ReadonlyArray<SubmittedComponent>
}

export interface SubmittedComponent {
  readonly type: number
  readonly id: number
  /** Only for components that the user fills in. */
  readonly custom_id?: string
  /** Text inputs, checkboxes, and radio groups (null when nothing is chosen). */
  readonly value?: string | boolean | null
  /** Selects, checkbox groups, and file uploads: values, or ids of entities and files. */
  readonly values?: ReadonlyArray<string>
  /** Rows. */
  readonly components?: ReadonlyArray<SubmittedComponent>
  /** Labels. */
  readonly component?: SubmittedComponent
}

/** The fields of an interaction that its messages repeat (§4.9). */
export interface Provenance {
  readonly id: Snowflake
  readonly type: InteractionType
  readonly authorizing_integration_owners: IntegrationOwners
  /** Types 2 and 4. */
  readonly command?: UsedCommand
  /** USER and MESSAGE commands: id of the user or message. */
  readonly target_id?: Snowflake
  /** The message of the component; for a modal, if a component opened it. */
  readonly message_id?: Snowflake
}

/** §4.4. */
export interface AutocompleteChoice {
  readonly name: string
  readonly name_localizations?: Localizations | null
  readonly value: string | number
}

export interface InteractionFailure {
  readonly reason: "timeout" | "delivery" | "status" | "answer" | "deferral" | "service"
  /** What the invoking user sees (§2.4). */
  readonly message: string
  /** One sentence for the application's developer. */
  readonly because: string
}

/** The fields of a new interaction. Fields that apply to some kinds only are absent for other kinds. */
export interface InteractionSeed extends Provenance {
  readonly application_id: Snowflake
  readonly token: string
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
  readonly guild_id: Snowflake | null
  readonly context: ContextType
  /** Installed in the guild when used; true in its bot's DMs. Our choice: docs/choices.md "Interactions". */
  readonly installed_here: boolean
  /** The language of the user's client. */
  readonly locale: Locale
  readonly options: ReadonlyArray<InteractionOption>
  /** Type 3. */
  readonly component?: UsedComponent
  /** Type 5. */
  readonly submitted?: SubmittedModal
  /** Type 5: the interaction whose response was the modal. */
  readonly trigger?: Provenance
  /** The reasons that force responses to be ephemeral, in the order checked; see Ephemerality. */
  readonly ephemerality?: ReadonlyArray<number>
  /** True when the application has an Activity that a response may launch. */
  readonly launches?: true
  /** Milliseconds of the service clock. */
  readonly created_ms: number
  /** Delivered to the application's gateway sessions instead of an endpoint (§3.1). */
  readonly by_gateway?: true
  /** The span of its use, as in W3C Trace Context, while the server traces. */
  readonly traceparent?: string
}

/** An interaction with its state. Fields that apply to some kinds only are absent for other kinds. */
export interface InteractionRecord extends InteractionSeed {
  readonly state: InteractionState
  /** The callback that acknowledged it. */
  readonly callback_type: CallbackType | null
  /** The message of the first response, or the loading one; kept when that message is deleted. */
  readonly original_message_id: Snowflake | null
  /** True when the first response is ephemeral. */
  readonly ephemeral: boolean
  readonly follow_ups: number
  /** Autocomplete only. */
  readonly choices: ReadonlyArray<AutocompleteChoice> | null
  /** The modal that its response opened. */
  readonly modal?: ModalObject
  /** The last interaction that submitted that modal. */
  readonly modal_submit_id?: Snowflake
  /** The instance of the launched Activity (§4.10). */
  readonly activity_instance_id?: string
  /** Set while the state is pending if it is already known that no response can come. */
  readonly error: InteractionFailure | null
}

export const pending = (seed: InteractionSeed): InteractionRecord => ({
  ...seed,
  state: "pending",
  callback_type: null,
  original_message_id: null,
  ephemeral: false,
  follow_ups: 0,
  choices: null,
  error: null
})

/** The first moment at which a first response is late (§2.4). Our choice: docs/choices.md "Interactions". */
export const acknowledgeBy = (record: Pick<InteractionRecord, "created_ms">): number =>
  record.created_ms + Limits.interaction.acknowledgeMs

/** The first moment at which the token is invalid (§2.4). */
export const tokenEndsAt = (record: Pick<InteractionRecord, "created_ms">): number =>
  record.created_ms + Limits.interaction.tokenMs

/** The options with a value, at any depth, in the order sent. */
export const leaves = (options: ReadonlyArray<InteractionOption>): ReadonlyArray<InteractionOption> =>
  options.flatMap((option) => (option.value === undefined ? leaves(option.options ?? []) : [option]))

/** The option that the user is typing. */
export const focusedOption = (record: Pick<InteractionRecord, "options">): InteractionOption | undefined =>
  leaves(record.options).find((option) => option.focused === true)

/** `i-<snowflake>-gc-<guild>-<channel>`, or `i-<snowflake>-pc-<channel>` outside guilds. */
export const activityInstance = (
  { guild_id, channel_id }: Pick<InteractionRecord, "guild_id" | "channel_id">,
  { message_id }: { readonly message_id: Snowflake }
): string => `i-${message_id}-${guild_id === null ? "pc" : `gc-${guild_id}`}-${channel_id}`
