/** Gives a text to the person as a file. */
export const saveText = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
