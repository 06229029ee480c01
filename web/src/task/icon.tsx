/** The icons' SVG paths, in a 16 × 16 view box. */
const outlines = {
  up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  rename: 'M10.5 3 13 5.5 5.5 13H3v-2.5zM9 4.5 11.5 7',
  delete: 'M2.5 4.5h11M6.5 4.5v-2h3v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4',
}

/** A decorative icon, for a button that has its own accessible name. */
export const Icon = ({ name }: { name: keyof typeof outlines }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={outlines[name]} />
  </svg>
)
