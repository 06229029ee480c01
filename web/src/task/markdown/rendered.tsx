import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { MarkdownProps } from './markdown.tsx'

type Markdown = ComponentType<MarkdownProps>

let loaded: Markdown | undefined

/** Loads the code that reads Markdown, once. */
async function load(): Promise<void> {
  loaded ??= (await import('./markdown.tsx')).default
}

/** A description as it reads. It is shown as it was written until the code for that is loaded, or if that fails. */
export function Rendered({ text, onTick }: MarkdownProps) {
  const [Shown, setShown] = useState<Markdown | undefined>(() => loaded)
  useEffect(() => {
    if (loaded) return
    load().then(
      () => {
        setShown(() => loaded)
      },
      () => undefined, // it stays as it was written
    )
  }, [])
  if (Shown) return <Shown text={text} onTick={onTick} />
  return (
    <div class="markdown">
      <p class="markdown-source" dir="auto">
        {text}
      </p>
    </div>
  )
}

/** Loads it before a description is shown, so that one also reads well when the connection is lost. */
export function preloadMarkdown(): void {
  load().catch(() => undefined)
}
