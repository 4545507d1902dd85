import type { ChatNotice } from '../../src/shared/chatContract';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';

/** What is wrong, and what can be done about it. */
export function NoticeBox({ notice: { heading, text, steps }, onStep }: { notice: ChatNotice; onStep(index: number): void }) {
  return (
    <section class="notice-box" role="alert">
      <Icon name="warning" tone="warning" />
      <div>
        <h2>{heading}</h2>
        <p>{text}</p>
        {steps.length > 0 && (
          <div class="buttons">
            {steps.map((step, index) => (
              <Button key={step} onClick={() => onStep(index)}>
                {step}
              </Button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
