/** How a program is led to the server: docs/interception.md. */
export const INTERCEPT_WAYS = ["auto", "preload", "namespace", "resolver", "proxy"] as const

export type InterceptWay = (typeof INTERCEPT_WAYS)[number]
