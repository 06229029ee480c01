import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
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

/** The indexes of the entries in view, and of some that stay in the document anyway; -1 stands for none. */
export function withKept(range: Range, kept: readonly number[]): number[] {
  const indexes = new Set(defaultRangeExtractor(range))
  for (const index of kept) if (index >= 0 && index < range.count) indexes.add(index)
  return [...indexes].sort((one, other) => one - other)
}
