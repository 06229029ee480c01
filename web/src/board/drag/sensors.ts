import { KeyboardSensor, PointerActivationConstraints, PointerSensor, type Sensors } from '@dnd-kit/dom'
import type { Direction } from './place.ts'

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

/** dnd-kit's keyboard, but a key is a step to the next place rather than some pixels. */
const stepSensor = (onStep: (direction: Direction) => void) =>
  class extends KeyboardSensor {
    constructor(...given: ConstructorParameters<typeof KeyboardSensor>) {
      super(...given)
      // a drag that no key has ended must give the keys back to the page
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
 * The mouse lifts a card by any part of it. A finger lifts by the handle at once and elsewhere after a long press:
 * else it scrolls. `onStep`: a key has moved the lifted card.
 */
export const sensorsOf = (onStep: (direction: Direction) => void): Sensors => [
  PointerSensor.configure({
    activatorElements: (source) => [source.element],
    activationConstraints: (event, source) =>
      event.pointerType === 'touch' && !isOn(event, source.handle)
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
    preventActivation: ({ target }) => target instanceof Element && target.closest('select') !== null,
  }),
  {
    plugin: stepSensor(onStep),
    options: {
      keyboardCodes: {
        ...{ start: ['Space', 'Enter'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
        ...{ up: [], down: [], left: [], right: [] },
      },
    },
  },
]
