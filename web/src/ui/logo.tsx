/** The application's logo. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
    <rect x="1" y="2" width="5" height="16" rx="1.5" />
    <rect x="7.5" y="2" width="5" height="11" rx="1.5" />
    <rect x="14" y="2" width="5" height="7" rx="1.5" />
  </svg>
)
