/** Files that people attach. */
import type { PickedFile } from "./Picked.ts"

export const readFile = async (file: File): Promise<PickedFile> => ({
  filename: file.name === "" ? "file" : file.name,
  content_type: file.type === "" ? "application/octet-stream" : file.type,
  size: file.size,
  base64: base64Of(new Uint8Array(await file.arrayBuffer()))
})

export const readFiles = (files: Iterable<File>): Promise<ReadonlyArray<PickedFile>> =>
  Promise.all([...files].map(readFile))

/** Bytes at once: more arguments overflow the stack. */
const STEP = 0x8000

export const base64Of = (bytes: Uint8Array): string => {
  let binary = ""
  for (let at = 0; at < bytes.length; at += STEP) binary += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(binary)
}

export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  const kib = bytes / 1024
  return kib < 1024 ? `${round(kib)} KiB` : `${round(kib / 1024)} MiB`
}

const round = (size: number): string => (size < 10 ? size.toFixed(1).replace(/\.0$/, "") : String(Math.round(size)))
