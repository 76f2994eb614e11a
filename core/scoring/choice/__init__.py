"""Multiple choice: baselines that answer without looking at the scene, and features of question texts."""
