/** A filled-in command as the control plane takes it. */
import type { BodyOf } from "../api/Control.ts"
import { type Option, OptionType, optionOf, type Picked, type Row, sentValue, type Value } from "./Picked.ts"

export type UseBody = BodyOf<"use_command">

/** Values nest in the group and subcommand of the row. Controls without a value are left out. */
export const bodyOf = (picked: Picked): UseBody => {
  const options = wrapped(picked.row, leavesOf(picked))
  const attachments = filesOf(picked)
  return {
    command_id: picked.row.id,
    version: picked.row.version,
    ...(options.length === 0 ? {} : { options }),
    ...(attachments.length === 0 ? {} : { attachments })
  }
}

/** Asks the app for the choices of one option. */
export const questionOf = (picked: Picked, focused: string, text: string): UseBody => ({
  command_id: picked.row.id,
  version: picked.row.version,
  autocomplete: true,
  options: wrapped(picked.row, [
    ...leavesOf(picked).filter(({ name }) => name !== focused),
    { name: focused, type: optionOf(picked, focused)?.type ?? OptionType.STRING, value: text, focused: true }
  ])
})

export interface WireOption {
  readonly name: string
  readonly type?: number
  readonly value?: Value
  readonly focused?: boolean
  readonly options?: ReadonlyArray<WireOption>
}

export const leavesOf = (picked: Picked): ReadonlyArray<WireOption & { readonly value: Value }> =>
  picked.entries.flatMap((entry) => {
    const option = optionOf(picked, entry.name)
    const value = option === undefined ? undefined : sentValue(option, entry)
    return option === undefined || value === undefined ? [] : [{ name: option.name, type: option.type, value }]
  })

const filesOf = ({ entries }: Picked) =>
  entries.flatMap(({ name, file }) => {
    if (file === undefined) return []
    const { filename, content_type, base64 } = file
    return [{ option: name, filename, content_type, base64 }]
  })

const SUB_COMMAND = 1
const SUB_COMMAND_GROUP = 2

const wrapped = (row: Row, leaves: ReadonlyArray<WireOption>): ReadonlyArray<WireOption> => {
  const names = row.path?.split(" ").slice(1) ?? []
  return names.reduceRight<ReadonlyArray<WireOption>>(
    (options, name, at) => [{ name, type: at === names.length - 1 ? SUB_COMMAND : SUB_COMMAND_GROUP, options }],
    leaves
  )
}

/** The leaves of options in wire shape, and the names of their group and subcommand. */
export const unwrapped = (
  options: ReadonlyArray<WireOption> | undefined
): { readonly chain: ReadonlyArray<string>; readonly leaves: ReadonlyArray<WireOption> } => {
  const [first] = options ?? []
  if (first === undefined || first.value !== undefined) return { chain: [], leaves: options ?? [] }
  const inner = unwrapped(first.options)
  return { chain: [first.name, ...inner.chain], leaves: inner.leaves }
}

export const isFile = ({ type }: Option): boolean => type === OptionType.ATTACHMENT
