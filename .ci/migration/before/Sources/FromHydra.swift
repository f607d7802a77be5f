import Hydra
