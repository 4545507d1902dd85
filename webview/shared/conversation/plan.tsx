import type { PlanStatus, PlanStep } from '../../../src/shared/plan';
import { Icon, type IconName } from '../icon';
import { planWords, words } from './words';

const icons: Record<PlanStatus, IconName> = { pending: 'circle', in_progress: 'loading', completed: 'check', cancelled: 'circle-slash' };

/** The steps of a plan, and how far each is. */
export function Plan({ steps }: { steps: readonly PlanStep[] }) {
  return (
    <ul class="plan" aria-label={words.plan()}>
      {steps.map(({ text, status }, index) => (
        <li key={index} class={`plan-${status}`}>
          <Icon name={icons[status]} tone={status === 'completed' ? 'success' : 'plain'} />
          <span class="hidden">{planWords[status]()}: </span>
          <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
  );
}
