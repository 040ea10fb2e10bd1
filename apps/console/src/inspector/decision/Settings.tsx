/** Which setting decides a step of a decision, as a link to where it is changed. */
import { Jump } from "../part/Bits.tsx"

export interface About {
  readonly user_id: string
  readonly channel_id: string
  readonly guild_id: string | null
  readonly application_id: string | undefined
  readonly command_id: string | undefined
}

/** The address and the name of the setting; undefined where no setting decides. */
export const settingOf = (
  step: string,
  { user_id, channel_id, guild_id, application_id, command_id }: About
): readonly [to: string, name: string] | undefined => {
  const rights = `permissions/${guild_id}/${application_id}`
  switch (step) {
    case "installation":
      return guild_id === null
        ? [`world/user/${user_id}`, "installation"]
        : [`world/guild_install/${guild_id}/${application_id}`, "installation"]
    case "age_restriction":
      return [`world/user/${user_id}`, "person"]
    case "channel":
    case "view_channel":
    case "send_messages":
    case "use_application_commands":
      return guild_id === null ? undefined : [`world/channel/${guild_id}/${channel_id}`, "channel"]
    case "timeout":
    case "administrator":
      return guild_id === null ? undefined : [`world/member/${guild_id}/${user_id}`, "member"]
    default:
      if (guild_id === null) return undefined
      if (step.startsWith("application_")) return [rights, "permissions"]
      if (step.startsWith("command_") && step !== "command_exists") return [`${rights}/${command_id}`, "permissions"]
      if (step === "default_member_permissions") return [`${rights}/${command_id}`, "permissions"]
      return undefined
  }
}

export const SettingOf = ({ step, about }: { readonly step: string; readonly about: About }) => {
  const setting = settingOf(step, about)
  return setting === undefined ? null : <Jump to={setting[0]}>{setting[1]}</Jump>
}
