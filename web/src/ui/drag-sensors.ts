import {
  type DragDropManager,
  Draggable,
  KeyboardSensor,
  PointerActivationConstraints,
  PointerSensor,
  type Sensors,
} from '@dnd-kit/dom'
import { useEffect } from 'preact/hooks'

/** Where a key moves what is lifted. */
export type Direction = 'up' | 'down' | 'left' | 'right' | 'pageUp' | 'pageDown' | 'top' | 'end'

const keys = new Map<string, Direction>([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['PageUp', 'pageUp'],
  ['PageDown', 'pageDown'],
  ['Home', 'top'],
  ['End', 'end'],
])

type KeyDown = Parameters<KeyboardSensor['handleKeyDown']>

/** dnd-kit's keyboard sensor, except that a key moves what is lifted by one place instead of some pixels. */
const stepSensor = (onStep: (direction: Direction) => void) =>
  class extends KeyboardSensor {
    constructor(...given: ConstructorParameters<typeof KeyboardSensor>) {
      super(...given)
      // a drag may end without a key press: the key listeners must still be removed
      this.manager.monitor.addEventListener('dragend', () => {
        this.cleanup()
      })
    }

    protected override handleKeyDown(...given: KeyDown): void {
      const [event] = given
      const direction = keys.get(event.code)
      if (!direction) {
        super.handleKeyDown(...given)
        return
      }
      event.preventDefault()
      onStep(direction)
    }
  }

const isOn = (event: PointerEvent, element: Element | undefined) =>
  event.target instanceof Node && element?.contains(event.target) === true

/**
 * How things are dragged. The mouse lifts one by any part of it. A finger lifts it by the handle at once, elsewhere after a
 * long press; otherwise it scrolls. `onStep` is called when a key moves what is lifted.
 * @param isByHandle whether only the handle lifts it, which Tab leaves
 */
export const sensorsOf = (onStep: (direction: Direction) => void, isByHandle = false): Sensors => [
  PointerSensor.configure({
    activatorElements: (source) => [isByHandle ? source.handle : source.element],
    activationConstraints: (event, source) =>
      event.pointerType === 'touch' && !isOn(event, source.handle)
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
    // the buttons on a card are small: a drag may begin on them too
    preventActivation: () => false,
  }),
  {
    plugin: stepSensor(onStep),
    options: {
      keyboardCodes: {
        ...{ start: ['Space', 'Enter'], end: ['Space', 'Enter'] },
        cancel: isByHandle ? ['Escape'] : ['Escape', 'Tab'],
        ...{ up: [], down: [], left: [], right: [] },
      },
    },
  },
]

interface Part {
  readonly current: HTMLElement | null
}

/** Makes an element draggable while it is shown, as a hook. */
export function useDraggable(manager: DragDropManager, id: string, element: Part, handle: Part): void {
  useEffect(() => {
    if (!element.current || !handle.current) return
    const draggable = new Draggable({ id, element: element.current, handle: handle.current }, manager)
    return () => {
      draggable.destroy()
    }
  }, [manager, id, element, handle])
}
