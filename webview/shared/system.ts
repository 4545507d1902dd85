/** Whether the person sits at an Apple machine, whatever machine the workspace is on: their keys have other names. */
export const isMac = /^(?:Mac|iP)/.test(navigator.platform);
