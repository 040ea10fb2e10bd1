/** What depends on where the site lies. */
export interface Settings {
  /** The folder of a host below which the site lies, from `/` to `/`. */
  readonly base: string
  /**
   * The address of the repository's files, such as `https://host.example/backlot/blob/main/`. Undefined as long as it has
   * none: links to files that are no pages are then shown as text with the path of the file.
   */
  readonly repository: string | undefined
}

export const SETTINGS: Settings = { base: "/", repository: undefined }
