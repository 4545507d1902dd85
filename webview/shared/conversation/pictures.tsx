import { useState } from 'preact/hooks';
import type { PageEvent } from '../../../src/shared/transcriptContract';
import { Button } from '../button';
import type { View } from './view';
import { words } from './words';

/** Attachments that may be pictures, by what agents name them. */
const named = /\bimage\b|\.(?:png|jpe?g|gif|webp)\b/i;

/** The pictures of a message, when the reader asks for them: they are large, and go with their row. */
export function Pictures({ event, view }: { event: PageEvent; view: View }) {
  const [pictures, setPictures] = useState<readonly string[]>();
  const names = (event.attachments ?? []).filter((name) => named.test(name));
  if (names.length === 0) return null;
  if (pictures === undefined) {
    return (
      <p class="clipped">
        <Button onClick={() => void view.actions.pictures(event).then(setPictures)}>{words.showPictures(names.length)}</Button>
      </p>
    );
  }
  if (pictures.length === 0) return <p class="muted">{words.noPictures()}</p>;
  return <>{pictures.map((picture, index) => <img key={index} class="recorded-picture" src={picture} alt={names[index] ?? words.picture()} />)}</>;
}
