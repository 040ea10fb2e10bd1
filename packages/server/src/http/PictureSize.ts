/** Width and height of pictures. Source: wire-interactions.md §1.7 (`width`, `height`). */
import { attachment } from "@backlot/domain/base/Limits"
import { imageSize } from "image-size"

/** Size in pixels. Only common kinds count, because other files can look like a picture of a rare kind. */
export const pictureSize = (bytes: Uint8Array): { readonly width?: number; readonly height?: number } => {
  try {
    const { type = "", width, height } = imageSize(bytes.subarray(0, attachment.pictureBytes))
    return PICTURES.includes(type) && width > 0 && height > 0 ? { width, height } : {}
  } catch {
    return {}
  }
}

/** Kinds that clients show as pictures, by the names of `image-size`. Our choice: docs/choices.md "Messages". */
const PICTURES = ["png", "jpg", "gif", "webp", "avif", "bmp"]
