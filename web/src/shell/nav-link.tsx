interface NavLinkProps {
  href: string
  label: string
  isCurrent: boolean
}

/** A link to a view, in a list of views. */
export const NavLink = ({ href, label, isCurrent }: NavLinkProps) => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
    {label}
  </a>
)
