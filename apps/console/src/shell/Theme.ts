/** Dark or light, as chosen or as the system has it. */
import { useEffect } from "react"
import { useScreen } from "../state/Screen.ts"

export const useTheme = (): void => {
  const theme = useScreen((screen) => screen.theme)
  useEffect(() => {
    const light = matchMedia("(prefers-color-scheme: light)")
    const apply = () => {
      document.documentElement.dataset["theme"] = theme === "system" ? (light.matches ? "light" : "dark") : theme
    }
    apply()
    light.addEventListener("change", apply)
    return () => light.removeEventListener("change", apply)
  }, [theme])
}
