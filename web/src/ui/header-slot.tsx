import { createContext, type ComponentChildren } from 'preact'
import { createPortal } from 'preact/compat'
import { useContext } from 'preact/hooks'

/** The element in the page's header in which a view shows its tools; null before it is rendered. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

/** Shows a view's tools in the page's header. */
export function InHeader({ children }: { children: ComponentChildren }) {
  const slot = useContext(HeaderSlot)
  return slot && createPortal(<>{children}</>, slot)
}
