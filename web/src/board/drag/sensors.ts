import { KeyboardSensor, PointerActivationConstraints, PointerSensor, type Sensors } from '@dnd-kit/dom'
import type { Direction } from './place.ts'

/** Where a key leads; of these numbers only the sign counts. */
const steps: Record<Direction, { x: number; y: number }> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
}

/** The direction of a keyboard's move. */
export const directionOf = ({ x, y }: { x: number; y: number }): Direction => {
  if (y !== 0) return y < 0 ? 'up' : 'down'
  return x < 0 ? 'left' : 'right'
}

/** dnd-kit's keyboard, but a key is a step to the next place rather than some pixels. */
class StepSensor extends KeyboardSensor {
  constructor(...given: ConstructorParameters<typeof KeyboardSensor>) {
    super(...given)
    // a drag that no key has ended must give the keys back to the page
    this.manager.monitor.addEventListener('dragend', () => {
      this.cleanup()
    })
  }

  protected override handleMove(direction: Direction, event: KeyboardEvent): void {
    event.preventDefault()
    this.manager.actions.move({ event, by: steps[direction] })
  }
}

const isOn = (event: PointerEvent, element: Element | undefined) =>
  event.target instanceof Node && element?.contains(event.target) === true

/**
 * The mouse lifts a card by any part of it. A finger lifts by the handle at once and elsewhere after a long press:
 * else it scrolls.
 */
export const sensors: Sensors = [
  PointerSensor.configure({
    activatorElements: (source) => [source.element],
    activationConstraints: (event, source) =>
      event.pointerType === 'touch' && !isOn(event, source.handle)
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
    preventActivation: ({ target }) => target instanceof Element && target.closest('select') !== null,
  }),
  {
    plugin: StepSensor,
    options: {
      keyboardCodes: {
        ...{ start: ['Space', 'Enter'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
        ...{ up: ['ArrowUp'], down: ['ArrowDown'], left: ['ArrowLeft'], right: ['ArrowRight'] },
      },
    },
  },
]
