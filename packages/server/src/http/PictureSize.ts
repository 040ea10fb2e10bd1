/** Width and height of files that are pictures. Source: wire-interactions.md §1.7 (`width`, `height`). */
import { attachment } from "@backlot/domain/base/Limits"
import { imageSize } from "image-size"

/** Pixels of a picture. Other bytes may look like one of a rare kind, so that only the usual ones count. */
export const pictureSize = (bytes: Uint8Array): { readonly width?: number; readonly height?: number } => {
  try {
    const { type = "", width, height } = imageSize(bytes.subarray(0, attachment.pictureBytes))
    return PICTURES.includes(type) && width > 0 && height > 0 ? { width, height } : {}
  } catch {
    return {}
  }
}

/** Ours: what clients show as pictures, by the names of the library that measures them. */
const PICTURES = ["png", "jpg", "gif", "webp", "avif", "bmp"]
