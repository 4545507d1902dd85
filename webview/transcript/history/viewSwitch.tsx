import { type TranscriptMode, transcriptModes } from '../../../src/shared/transcriptPageState';
import { words } from './words';

/** How the session is shown. */
export function ViewSwitch({ mode, onMode }: { mode: TranscriptMode; onMode(mode: TranscriptMode): void }) {
  return (
    <div class="views" role="group" aria-label={words.view()}>
      {transcriptModes.map((each) => (
        <button key={each} type="button" class="toggle" aria-pressed={mode === each} onClick={() => onMode(each)}>
          {words[each]()}
        </button>
      ))}
    </div>
  );
}
