import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import { useLayoutEffect, useReducer, useState } from 'preact/hooks'

type Options = VirtualizerOptions<HTMLElement, HTMLElement>
type Given =
  'count' | 'getScrollElement' | 'estimateSize' | 'getItemKey' | 'rangeExtractor' | 'gap' | 'overscan'
type First = 'initialOffset' | 'initialMeasurementsCache'

/** TanStack Virtual for Preact, written like its official adapters: which entries of a long list are in view. */
export function useVirtual(
  options: Pick<Options, Given> & Partial<Pick<Options, First>>,
): Virtualizer<HTMLElement, HTMLElement> {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const resolved: Options = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => {
      render(undefined)
    },
    ...options,
  }
  const [virtual] = useState(() => new Virtualizer(resolved))
  virtual.setOptions(resolved)
  useLayoutEffect(() => virtual._didMount(), [virtual])
  useLayoutEffect(() => {
    virtual._willUpdate()
  })
  return virtual
}
