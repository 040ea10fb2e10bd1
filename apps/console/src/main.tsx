import { QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import { queries } from "./api/Queries.ts"
import { Console } from "./shell/Console.tsx"
import "./shell/Opening.css"
import "./ui/tokens.css"

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no #root")
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <Console />
  </QueryClientProvider>
)
