import { lazyView } from '../../ui/lazy-view.tsx'
import type { MarkdownProps } from './markdown.tsx'

const Written = ({ text }: MarkdownProps) => (
  <div class="markdown">
    <p class="markdown-source" dir="auto">
      {text}
    </p>
  </div>
)

/**
 * A description as it reads. It is shown as it was written until the code for that is loaded, or if that fails. Loaded
 * before a description is shown, one also reads well when the connection is lost.
 */
export const RenderedView = lazyView(() => import('./markdown.tsx').then(({ Markdown }) => Markdown), Written)
