/** Explains to a person why a file cannot be used. */
import { fullness } from "@backlot/adapters-file/Refusal"
import type { PlatformError } from "effect"

/** A full disk has the same words as for the data file. */
export const whyNot = ({ reason }: PlatformError.PlatformError): string =>
  fullness(reason.cause) ?? words[reason._tag] ?? reason.message

const words: Partial<Record<PlatformError.PlatformError["reason"]["_tag"], string>> = {
  NotFound: "there is no such file or folder",
  PermissionDenied: "permission is denied",
  BadResource: "a folder stands where a file should, or the other way round",
  AlreadyExists: "the path of its folder is not a folder",
  Busy: "it is in use"
}
